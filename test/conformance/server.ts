/** Our server as the conformance suite calls it: its tools stand in our registry and are served by our adapter. */
import { join } from "node:path";
import type { ServedOffers } from "../../src/mcp/server/served-offers.ts";
import type { McpServed } from "../../src/mcp/server/mcp-served.ts";
import { serveMcp } from "../../src/mcp/server/serve-mcp.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { serverOffers } from "./server-offers.ts";
import { schemaTool } from "./server-schema-tool.ts";
import { answeringTools, askingTools } from "./server-tools.ts";

/** Serves what the suite wants at a free port of this machine. */
export async function openConformanceServer(): Promise<McpServed> {
  const listeners = new Set<(list: "prompts" | "resources") => void>();
  const follow: ServedOffers["onChange"] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const registry = createToolRegistry();
  let changes = 0;
  const triggers = [
    trigger("test_trigger_tool_change", () => {
      changes += 1;
      registry.replace([trigger(`test_added_${changes}`, () => undefined)], "a change");
    }),
    trigger("test_trigger_prompt_change", () => {
      for (const listener of listeners) listener("prompts");
    }),
  ];
  registry.add([...answeringTools, ...askingTools, ...triggers, schemaTool]);
  const skills = createSkillLibrary({ roots: [join(import.meta.dirname, "skills")], holdTexts: true });
  await skills.load();
  return await serveMcp(
    {
      registry,
      workflows: [],
      skills,
      store: createMemoryStore(),
      offers: serverOffers(follow),
    },
    {
      tools: ["suite/*"],
      names: "short",
      overHttp: true,
      http: { port: 0, requestsPerMinute: 100_000 },
    },
  );
}

function trigger(name: string, run: () => void): AnyTool {
  return defineTool({
    name: `suite/${name}`,
    description: "Changes a list.",
    effect: "read",
    inputSchema: { type: "object", properties: {} },
    run: () => {
      run();
      return { content: [{ type: "text", text: "changed" }] };
    },
  }) as AnyTool;
}
