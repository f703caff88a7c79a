import { formatDuration } from "../base/duration.ts";
import type { ToolOwners } from "../project/list-all-tools.ts";
import { fallbackNames } from "../tools/check-fallbacks.ts";
import { toInputSchema } from "../tools/input-schema.ts";
import type { RateLimit } from "../tools/load-policy.ts";
import { toOutputSchema } from "../tools/output-schema.ts";
import type { ToolPolicy } from "../tools/tool.ts";

/** Everything about a tool but its schemas, as pairs of a label and a text. */
export function toolFacts({ tool, owners, enabled, said }: ToolOwners): (readonly [string, string])[] {
  const { aliases, available, category, labels = [], toolset, version, visibility } = tool;
  const once = aliases.length > 0 ? `, once called ${aliases.map((alias) => alias.name).join(", ")}` : "";
  return [
    ["of", owners.join(", ")],
    ["version", `${version}${once}`],
    ["toolset", `${toolset}${category === undefined ? "" : `, ${category}`}${enabled ? "" : ", off"}`],
    ...optional("described", said),
    ["effect", `${tool.effect}, ${tool.idempotency === "none" ? "not repeatable" : tool.idempotency}`],
    ...optional("labels", labels.join(", ")),
    ...optional("needs", [...(available?.env ?? []), ...(available?.check ? ["a check"] : [])].join(", ")),
    ...optional("agents", visibility?.agents && (visibility.agents.join(", ") || "nobody")),
    ...optional("users", visibility?.users && (visibility.users.join(", ") || "nobody")),
    ...policyFacts(tool.policy),
    ["fallback", fallbackNames(tool).join(", ") || "none"],
  ];
}

function policyFacts(policy: ToolPolicy): (readonly [string, string])[] {
  const { breaker, concurrency, rate, retry, whenUnavailable: told } = policy;
  return [
    ["confirm", policy.confirm],
    ["timeout", formatDuration(policy.timeoutMs)],
    [
      "attempts",
      retry.maxAttempts === 1
        ? "1"
        : `${retry.maxAttempts}, waits up to ${formatDuration(retry.backoffMs)}, then up to ${formatDuration(retry.maxBackoffMs)}`,
    ],
    [
      "at once",
      concurrency === undefined
        ? "no bound"
        : `${concurrency.maxConcurrency}, ${concurrency.overflow === "reject" ? "others are refused" : `${concurrency.order} queue of ${concurrency.maxQueue}`}`,
    ],
    ["rate", [perTime(rate?.tool, ""), perTime(rate?.user, " for each user")].filter(Boolean).join(", ") || "no bound"],
    [
      "breaker",
      breaker === false
        ? "none"
        : `${breaker.errorRate * 100} % of ${breaker.minCalls} or more calls in ${formatDuration(breaker.windowMs)}, or ${breaker.maxLate} that do not end; open for ${formatDuration(breaker.openMs)}`,
    ],
    ["priority", policy.priority],
    ["largest", `${policy.maxOutputLength} characters`],
    ...optional("told", typeof told === "object" ? `${told.en} / ${told.zh}` : told),
  ];
}

function perTime(limit: RateLimit | undefined, whose: string): string {
  return limit === undefined ? "" : `${limit.calls} in ${formatDuration(limit.perMs)}${whose}`;
}

function optional(label: string, text: string | undefined): (readonly [string, string])[] {
  return text === undefined || text === "" ? [] : [[label, text]];
}

/** The same for programs, schemas included. */
export function toToolJson({ tool, owners, enabled, said }: ToolOwners): object {
  const { aliases, available, category, description, effect, idempotency, labels, name, policy, version } = tool;
  const output = toOutputSchema(tool);
  return {
    name,
    version,
    toolset: tool.toolset,
    description,
    ...(said !== undefined && { said }),
    effect,
    idempotency,
    policy: { ...policy, fallback: fallbackNames(tool) },
    ...(aliases.length > 0 && { aliases }),
    ...(category !== undefined && { category }),
    ...(labels?.length && { labels }),
    ...(available?.env?.length && { env: available.env }),
    ...(tool.visibility && { visibility: tool.visibility }),
    owners,
    enabled,
    input: toInputSchema(tool),
    ...(output && { output }),
  };
}
