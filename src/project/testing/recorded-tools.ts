import { canonicalJson } from "../../base/json.ts";
import type { CallRow } from "../../store/run-store.ts";
import { toolError } from "../../tools/tool-error.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { MayHaveActed, ToolOutcome } from "../../tools/tool-outcome.ts";
import { withoutReach } from "./script-tools.ts";

/**
 * Copies of tools that reach nothing: a call is answered as it was in the recorded run, one with other arguments as the
 * tool's first was, and one that was never made with an empty object. What was out of order or forbidden can so be
 * played as often as one likes.
 */
export function recordedTools(tools: readonly AnyTool[], calls: readonly CallRow[]): AnyTool[] {
  return tools.map((tool) => {
    const own = calls.filter((call) => call.tool === tool.name);
    const { output: _output, outputSchema: _schema, ...rest } = withoutReach(tool);
    const policy = { ...tool.policy, retry: { ...tool.policy.retry, maxAttempts: 1 } };
    const run: AnyTool["run"] = (input: unknown) => {
      const key = canonicalJson(input);
      return replay(own.find((call) => canonicalJson(call.input) === key) ?? own[0]);
    };
    return { ...rest, policy, run };
  });
}

function replay(call: CallRow | undefined): unknown {
  const outcome = call?.outcome as ToolOutcome | undefined;
  if (!outcome) return {};
  switch (outcome.status) {
    case "ok":
      return outcome.output;
    case "unavailable":
    case "failed": {
      const { code, reason: message, status } = outcome;
      throw toolError({ code, message, effect: effectOf(outcome), retryable: status === "unavailable" });
    }
    case "timeout": {
      const message = `No answer within ${outcome.timeoutMs} ms.`;
      throw toolError({ code: "TOOL_FAILED", message, effect: effectOf(outcome), retryable: true });
    }
    case "in_doubt":
      throw new Error(outcome.reason);
    default:
      return {};
  }
}

function effectOf({ mayHaveActed, repeatable }: MayHaveActed): "none" | "unknown" | "reported" {
  if (!mayHaveActed) return "none";
  return repeatable ? "unknown" : "reported";
}
