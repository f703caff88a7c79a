/** A project with one skill and no code: its tools stand in its tests. */
export const parcelSkill: Readonly<Record<string, string>> = {
  "skills/send-parcel/SKILL.md": `---
name: send-parcel
description: Send a parcel. Use it when somebody wants to send one.
allowed-tools: parcels/weigh parcels/send
---
# Send a parcel

## Steps

1. You MUST weigh the parcel with \`parcels/weigh\`.
2. You MUST send it with \`parcels/send\`.

## Rules

- You MUST NOT call \`parcels/drop\`, because a parcel that was given up is gone.
`,
  "skills/send-parcel/tests/sent.yaml": `
skill: send-parcel
input: Send parcel P-1.
tools:
  parcels/weigh: { output: { kg: 2 } }
  parcels/send: { effect: write, output: { label: L-1 } }
turns:
  - call: { tool: parcels/weigh, with: { id: P-1 } }
  - call: { tool: parcels/send, with: { id: P-1, kg: "{{ parcels/weigh.kg }}" } }
  - when: { tool: parcels/send, contains: L-1 }
    say: It is on its way with label {{ parcels/send.label }}.
expect:
  status: completed
  answer: label L-1
  calls: [parcels/weigh, parcels/send]
  sop: { conforms: true, steps: { 1: done, send-parcel/2: done } }
`,
};

/** A skill whose steps nobody can check: its body names no tool. */
export const looseSkill: Readonly<Record<string, string>> = {
  "skills/loose/SKILL.md": `---
name: loose
description: Do something with a parcel. Use it for anything else.
---
# Loose

Weigh the parcel before you send it.
`,
  "skills/loose/tests/sent.yaml": `
skill: loose
input: { parcel: P-1 }
tools:
  parcels/weigh: { output: { kg: 2 } }
  parcels/send: { effect: write, output: { label: L-1 } }
  parcels/burn: { effect: destructive, output: true }
turns:
  - call: { tool: parcels/weigh, with: { id: "{{ input.parcel }}" } }
  - call: { tool: parcels/send, with: { id: P-1 } }
  - call: { tool: node/finish, with: { label: "{{ parcels/send.label }}" } }
expect:
  state: { result: { label: L-1 } }
`,
};
