/** Conversations without audio, for chats: importing this loads no code for sound, and starts no process. */

export type { AgentTool, ToolHappening, ToolOutcome, ToolRunner } from "./conversation/agent-tool.ts";
export { NO_TOOLS } from "./conversation/agent-tool.ts";
export type { AgentSpec, ChosenHandoff, ContextPlan, TeamSpec, Way } from "./conversation/agents/agent-spec.ts";
export { valuesSchema } from "./conversation/agents/node-ways.ts";
export { CALL_HOOK_EVENTS, DECLINE_TOOL_PLACE } from "./conversation/call-hook.ts";
export type { Conversation } from "./conversation/conversation.ts";
export { createConversation } from "./conversation/create-conversation.ts";
export type { PhoneAct, PhoneOpening, TransferAssistantSpec } from "./conversation/phone-act.ts";
export { createTemplateRenderer, type RenderTemplate } from "./conversation/template.ts";
export { toolMessageText } from "./conversation/tool-messages.ts";
export { cutResult, isHintToModel, messageAfter } from "./conversation/tool-outcome.ts";
export { runUnattendedHook } from "./conversation/unattended-hook.ts";
export { openPattern, type PatternMatch, type PatternSearch } from "./foreign-text/linear-regex.ts";
export { compileSchema } from "./foreign-text/schema-check.ts";
export {
  createSecurityFilter,
  type FilteredText,
  openSecurityFilter,
  rejectedText,
  SECURITY_FILTER_RULE,
  type SecurityFilter,
} from "./foreign-text/security-filter.ts";
export { TextThreads } from "./foreign-text/text-threads.ts";
export { budgetExceeded, OverBudget, reportCostlyTexts, WorkBudget, withinBudget } from "./foreign-text/work-budget.ts";
export type { LanguageModel, ModelRequest, ModelUsage } from "./model/language-model.ts";
export { ProviderError } from "./model/provider-error.ts";
export type { ProviderKey } from "./model/provider-key.ts";
export { hasSameOrigin } from "./net/same-origin.ts";
export { checkKey } from "./providers/key-check/check-key.ts";
export { lazyModel } from "./providers/lazy-model.ts";
export { type ListedNames, listProviderNames } from "./providers/live-names/list-provider-names.ts";
export { runsHere } from "./providers/meter-model.ts";
export { createModelOrFailing } from "./providers/model-or-failing.ts";
export { createEmbeddings } from "./providers/openai-compatible/create-embeddings.ts";
export type { Embeddings } from "./providers/openai-compatible/embeddings.ts";
export { rememberTools } from "./providers/openai-compatible/server-habits.ts";
export { PART_NAMES, type PartName, type ProviderContext } from "./providers/provider.ts";
export { providerVariable } from "./providers/provider-key.ts";
export {
  DEFAULT_MODEL,
  hostedModelProblem,
  ignoredSettings,
  KEY_PROVIDERS,
  keysOfParts,
  notOnThisServer,
  partChoices,
  partCredentials,
  partProblem,
  providerPart,
  showsVideo,
} from "./providers/registry.ts";
