/**
 * Everything a user of the package can import. Whatever is added here is public; test/house/public-names.test.ts
 * holds the list.
 */

// Declare tools
export {
  defineTool,
  type JsonToolSpec,
  type ToolFacts,
  type ToolPolicySpec,
  type ToolSpec,
} from "./tools/define-tool.ts";
export { toolError, type ToolErrorParts } from "./tools/tool-error.ts";
export { runInChild, runInThread, type IsolatedRun } from "./tools/isolation/run-isolated.ts";
export type { IsolationOptions } from "./tools/isolation/isolated-worker.ts";
export type {
  BreakerPolicy,
  ConcurrencyPolicy,
  LoadPolicy,
  LoadPolicySpec,
  LocalText,
  Priority,
  RateLimit,
  RatePolicy,
} from "./tools/load-policy.ts";
export type {
  Backends,
  BackendSettings,
  BackendsSpec,
  Balance,
  DiscoverBackends,
  DiscoveredBackends,
  FixedBackends,
} from "./tools/backends.ts";
export type { ToolLabel } from "./tools/taint.ts";
export {
  createToolRegistry,
  type ToolRegistry,
  type ToolRegistryParts,
  type ToolsetState,
} from "./tools/tool-registry.ts";
export type { FoundTool } from "./tools/tool-index.ts";
export { type FollowedRegistry, followRegistry, type FollowRegistryParts } from "./project/registry/follow-registry.ts";
export type { ToolAdjustments } from "./tools/tool-adjustments.ts";
export type { ToolRoute } from "./tools/tool-route.ts";
export type {
  AnyTool,
  Availability,
  Caller,
  ConfirmRule,
  Effect,
  FallbackStep,
  Idempotency,
  Locale,
  RetryPolicy,
  Tool,
  ToolAlias,
  ToolAppearance,
  ToolContext,
  ToolPolicy,
  ToolProgress,
  ToolQuestion,
  ToolReply,
  Viewer,
  Visibility,
} from "./tools/tool.ts";
export type { CallFacts, ConfirmationRequest, InputIssue, OutcomeStatus, ToolOutcome } from "./tools/tool-outcome.ts";

// Check and export tools
export { lintTool } from "./tools/lint-tool.ts";
export { toolFingerprint } from "./tools/tool-fingerprint.ts";
export {
  exportedNames,
  toLangchainTools,
  toMcpTools,
  toOpenAiTools,
  type LangchainTool,
  type McpTool,
  type OpenAiTool,
} from "./tools/export-tools.ts";

// Call tools without a workflow
export { createGateway, type Gateway, type GatewayParts } from "./tools/gateway/gateway.ts";
export type {
  CallGuard,
  CallJournal,
  CallScope,
  Confirmation,
  DoubtAnswer,
  DoubtfulCall,
  JournalledCall,
  ToolGrant,
  ToolRequest,
} from "./tools/call-scope.ts";
export { toOutcomeMessage } from "./tools/outcome-message.ts";

// Govern calls
export type { AccessPolicies, AccessRules } from "./tools/access-policy.ts";
export type { AuditCall, AuditedCall } from "./tools/audited-call.ts";
export type { MaskPattern } from "./tools/mask-personal-data.ts";
export { createSecretFilter, type SecretFilter } from "./tools/secret-filter.ts";
export { createTaint, type Taint } from "./tools/taint.ts";
export { createToolLoads, type ToolLoads } from "./tools/gateway/tool-loads.ts";
export { openRedisBreakers, type RedisBreakers, type RedisBreakersParts } from "./store/redis-breakers.ts";
export { toolHealth, type ToolHealth } from "./tools/gateway/tool-health.ts";
export type { BackendState } from "./tools/gateway/backend-pool.ts";
export type { BreakerChannel, BreakerWord } from "./tools/gateway/shared-breakers.ts";
export type { Governance } from "./workflow/governance.ts";
export { createSigner, type Signer } from "./workflow/signer.ts";
export { withSignedDecisions } from "./workflow/signed-decisions.ts";
export { findAuditBreak } from "./store/audit-chain.ts";
export type { AuditEntry, AuditFilter, AuditHead, AuditRow, AuditStore } from "./store/audit-store.ts";
export { logRun, type RunLogger } from "./trace/log-run.ts";
export { createThrownReader, type SumUpThrown } from "./tools/sum-up-thrown.ts";
export type { ThrownCause, ThrownSummary } from "./trace/thrown-summary.ts";
export { type OpenTelemetryApi, traceRun } from "./trace/open-telemetry.ts";

// Compose workflows
export { defineWorkflow, type WorkflowSpec } from "./workflow/define-workflow.ts";
export type { ContextCall } from "./workflow/context-calls.ts";
export { skillNode, type SkillNodeSpec, type SkillOutput } from "./workflow/skill-node.ts";
export { toolNode, type ToolNodeSpec } from "./workflow/tool-node.ts";
export { routerNode, type RouterNodeSpec } from "./workflow/router-node.ts";
export {
  approvalNode,
  type ApprovalNodeSpec,
  type ApprovalQuestion,
  type Decision,
  type Grant,
} from "./workflow/approval-node.ts";
export { workflowNode, type WorkflowNodeSpec } from "./workflow/workflow-node.ts";
export type { AnyNode, FunctionNode, NodeKind, NodeResult, NodeRetry, WorkflowNode } from "./workflow/node.ts";
export type { Edge, EdgeFunction, NonEmpty, Targets } from "./workflow/edge.ts";
export type { NodeLimits } from "./workflow/node-limits.ts";
export type { SopPolicy } from "./workflow/sop-policy.ts";
export type { RunLimits } from "./workflow/run-limits.ts";
export type { Question, Visit } from "./workflow/visit.ts";
export type { Reduce, StateSchema, Workflow } from "./workflow/workflow.ts";
export { toMermaid } from "./workflow/to-mermaid.ts";

// Run workflows
export { createRunner, type Runner, type RunnerParts } from "./workflow/runner.ts";
export type { Fork, ForkOptions } from "./workflow/fork-run.ts";
export type { PointNode, RunPoint } from "./workflow/run-points.ts";
export type { RunContext, RunNews, SkillSource, WorkflowParts } from "./workflow/run-context.ts";
export type { DecisionInput, RunFacts, RunOptions, RunResult, RunStream, StartOptions } from "./workflow/run-result.ts";
export type { ThreadHistoryEntry } from "./workflow/thread-history.ts";
export { compileWorkflow, type CompiledWorkflow, type CompileOptions } from "./workflow/compile-workflow.ts";
export { toGraphNode, type GraphNodeFunction } from "./workflow/to-graph-node.ts";

// Load skills
export { createSkillLibrary } from "./skills/skill-library.ts";
export type { GetSkillOptions, LibraryReport, SkillLibrary, SkillLibraryOptions } from "./skills/skill-library.ts";
export type { KeptSkill, RefusedFile, ReloadReport } from "./skills/reload-report.ts";
export type { ReloadOptions } from "./skills/reload-shelf.ts";
export type { SkillSearchOptions } from "./skills/meaning-search.ts";
export type { SkillHit } from "./skills/search-skills.ts";
export type { FieldChange, SkillChange, StepChanges } from "./skills/skill-changes.ts";
export { watchSkills, type SkillWatcher, type WatchSkillsOptions } from "./skills/watch-skills.ts";
export { parseSkill } from "./skills/parse-skill.ts";
export { checkSkills, type CheckSkillsOptions, type SkillsReport } from "./skills/lint/check-skills.ts";
export { parseSop, type SopSource } from "./skills/parse-sop.ts";
export { checkConformance, conformance, type Conformance } from "./skills/conformance.ts";
export type { KnownTools } from "./skills/known-tools.ts";
export type { MissingStep, SkipVerdict, SopMode } from "./skills/missing-steps.ts";
export type { Skill, SkillSummary } from "./skills/skill.ts";
export type { SopArgument } from "./skills/sop-argument.ts";
export type { SopBan } from "./skills/sop-ban.ts";
export type { SopCondition, SopTest, StepState } from "./skills/sop-condition.ts";
export type { SopReport, StepReport, StepStatus } from "./skills/sop-report.ts";
export type {
  SopCall,
  SopCallStatus,
  SopEvent,
  SopState,
  SopViolation,
  StepCall,
  StepLedger,
} from "./skills/sop-state.ts";
export type { SopAllowed, SopRefusal, SopRefusalReason, SopUnrelated, SopVerdict } from "./skills/sop-verdict.ts";
export type { Sop, SopStep, StepLevel, StepTimes } from "./skills/sop.ts";

// Ask models
export { createChatModel } from "./model/chat-model.ts";
export { createEmbedder, type Embedder, type EmbedderOptions } from "./model/embedder.ts";
export type { ChatModel, ModelCall, ModelMessage, ModelReply, ModelRequest, ModelTool } from "./model/model.ts";

// Keep runs
export { createMemoryStore } from "./store/memory-store.ts";
export { createSqliteStore, type SqliteStoreOptions } from "./store/sqlite-store.ts";
export type {
  ContractRow,
  PublishedContracts,
  RegistryChange,
  RegistryContent,
  RegistryRoute,
  RegistryStore,
  RegistryTool,
} from "./store/registry-store.ts";
export type {
  ApprovalRow,
  CallRow,
  ConformanceRow,
  DecideResult,
  DecisionRow,
  Lease,
  LeaseTerm,
  RunRow,
  RunStore,
  ThreadRow,
  TurnRow,
  VisitKey,
} from "./store/run-store.ts";

// Watch runs
export type {
  ApprovalKind,
  ApprovalView,
  CallStatus,
  DecisionView,
  NodeStatus,
  RunEvent,
  RunEventBody,
  RunStatus,
  StepView,
} from "./trace/run-event.ts";

// Configure a project
export {
  type AuditConfig,
  type BreakersConfig,
  defineConfig,
  type LimitsConfig,
  type ModelConfig,
  type SearchConfig,
  type SopwithConfig,
  type StoreConfig,
} from "./project/define-config.ts";

// Use MCP servers, and be one
export { openMcpServers } from "./mcp/client/open-mcp-servers.ts";
export type {
  EraCache,
  McpMessage,
  McpNotice,
  McpPrompt,
  McpResource,
  McpServers,
  McpServersParts,
  McpSkill,
} from "./mcp/client/mcp-servers.ts";
export { createOAuthSignIn } from "./mcp/client/oauth-sign-in.ts";
export type { OAuthPage, OAuthSignInParts } from "./mcp/client/oauth-parts.ts";
export type { McpSignIn, McpSignInSession } from "./mcp/client/mcp-sign-in.ts";
export type { McpSample, McpSampleRequest } from "./mcp/client/mcp-sampling.ts";
export type { McpContent } from "./mcp/client/mcp-content.ts";
export type { McpQuestion, McpQuestionAnswer } from "./mcp/client/mcp-question.ts";
export type { McpServerState, McpServerStatus, McpToolNote } from "./mcp/client/mcp-server-state.ts";
export type { ListedTool, McpTrust, PinVerdict, StartVerdict } from "./mcp/client/mcp-trust.ts";
export type { McpServersSetting } from "./mcp/config/load-servers.ts";
export type {
  McpHttpServer,
  McpOAuthConfig,
  McpServerConfig,
  McpServerOptions,
  McpStdioServer,
} from "./mcp/mcp-server-config.ts";
export type { McpServed, ServeMcpOptions } from "./mcp/server/mcp-served.ts";
export { serveMcp } from "./mcp/server/serve-mcp.ts";
export type { McpServeParts, OpenedWorkflow, ServedWorkflow } from "./mcp/server/serve-parts.ts";
export type { McpServeConfig, McpServeHttpConfig } from "./mcp/server/serve-config.ts";
export {
  currentClient,
  type ClientExchange,
  type ClientLogLevel,
  type ClientQuestion,
} from "./mcp/server/client-exchange.ts";
export type {
  ServedMessage,
  ServedOffers,
  ServedPrompt,
  ServedPromptArgument,
  ServedResource,
} from "./mcp/server/served-offers.ts";

// Handle errors
export {
  formatDiagnostic,
  formatError,
  isSopwithError,
  SopwithError,
  type Diagnostic,
  type ErrorParts,
  type Severity,
} from "./base/errors.ts";
export type { SourceLocation } from "./base/source-location.ts";
export type { Usage } from "./base/usage.ts";
export type { JsonObject, JsonValue } from "./base/json.ts";
