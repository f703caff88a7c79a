import type { AnyTool } from "../../tools/tool.ts";

/** The world's side of a drill: which effects came about. */
export interface EffectLog {
  /** One attempt of a tool did its work. */
  add(tool: AnyTool, callId: string): void;
  /** Calls whose effect came about more than once, fallbacks counted with the call they stand in for. */
  doubled(): readonly string[];
}

/** Makes a log. An effect that carries a key it has seen counts once, as the other side would take it. */
export function createEffectLog(): EffectLog {
  const effects = new Map<string, string[]>();
  return {
    add(tool, callId) {
      if (tool.effect === "read") return;
      const root = callId.split("~", 1)[0]!;
      const known = effects.get(root) ?? [];
      const effect = `${tool.name} ${callId}`;
      if (tool.idempotency !== "none" && known.includes(effect)) return;
      effects.set(root, [...known, effect]);
    },
    doubled: () => [...effects].flatMap(([callId, done]) => (done.length > 1 ? [`${callId}: ${done.join(", ")}`] : [])),
  };
}
