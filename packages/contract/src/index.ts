/** The platform's schemas, limits and routes. The only place that defines a field or a limit. */

export * from "./analytics/analytics-terms.ts";
export * from "./assistant/assistant.ts";
export * from "./assistant/draft-fields.ts";
export * from "./assistant/first-choice.ts";
export * from "./assistant/model.ts";
export * from "./assistant/part-providers.ts";
export * from "./assistant/sound-message.ts";
export * from "./assistant/transfer-assistant.ts";
export * from "./assistant/unpublished-version.ts";
export * from "./call/agent-started.ts";
export * from "./call/call-control.ts";
export * from "./call/call-event.ts";
export * from "./call/call-event-type.ts";
export * from "./call/call-filter.ts";
export * from "./call/call-line.ts";
export * from "./call/call-outcome.ts";
export * from "./call/call-status.ts";
export * from "./call/call-telemetry.ts";
export * from "./call/call-transport.ts";
export * from "./call/ended-reason.ts";
export * from "./call/stored-artifact.ts";
export * from "./call/turn.ts";
export * from "./call/video-recording.ts";
export * from "./campaign/campaign-contact.ts";
export * from "./campaign/campaign-rules.ts";
export * from "./catalog/catalog.ts";
export * from "./catalog/catalog-row.ts";
export * from "./catalog/default-models.ts";
export * from "./catalog/endings.ts";
export * from "./catalog/voice-names.ts";
export * from "./cost/cost.ts";
export * from "./cost/cost-lines.ts";
export * from "./cost/expected-cost.ts";
export * from "./cost/usage.ts";
export * from "./credential/authentication-plan.ts";
export * from "./credential/cloud-region.ts";
export * from "./knowledge/passage.ts";
export * from "./message/call-message.ts";
export * from "./message/chat-message.ts";
export * from "./message/history.ts";
export * from "./message/liquid-lint.ts";
export * from "./message/normalize-words.ts";
export * from "./message/prompt-message.ts";
export * from "./message/template-variable.ts";
export {
  CHANGE_RESOURCES,
  type ChangeResource,
  callInClient,
  isLackedByHosts,
  NOUNS,
  nounAddresses,
  type PlatformRouteName,
} from "./nouns.ts";
export * from "./org/held-work.ts";
export * from "./org/host-path.ts";
export * from "./org/org-fields.ts";
export * from "./org/quota.ts";
export * from "./phone/customer.ts";
export * from "./phone/phone-number-hook.ts";
export * from "./phone/schedule-plan.ts";
export * from "./phone/simulated-line.ts";
export * from "./plan/analysis-plan.ts";
export * from "./plan/artifact-plan.ts";
export * from "./plan/assistant-defaults.ts";
export * from "./plan/background-sound.ts";
export * from "./plan/compliance-plan.ts";
export * from "./plan/denoising-plan.ts";
export * from "./plan/hook.ts";
export * from "./plan/inline-credential.ts";
export * from "./plan/keypad-input-plan.ts";
export * from "./plan/message-plan.ts";
export * from "./plan/monitor-plan.ts";
export * from "./plan/observability-plan.ts";
export * from "./plan/scorecard.ts";
export * from "./plan/speaking-plan.ts";
export * from "./plan/structured-output-fields.ts";
export * from "./plan/transport-configuration.ts";
export * from "./plan/voicemail-detection.ts";
export * from "./platform-routes.ts";
export * from "./provider/chunk-plan.ts";
export * from "./provider/offline-voices.ts";
export * from "./provider/transcriber.ts";
export * from "./provider/voice.ts";
export * from "./provider/voice-aliases.ts";
export * from "./provider/voice-library-providers.ts";
export * from "./realtime/realtime.ts";
export * from "./resources.ts";
export * from "./squad/bind-inline-shapes.ts";
export * from "./template/template-provider-details.ts";
export * from "./test-suite/scorer.ts";
export * from "./test-suite/tester-step.ts";
export * from "./tool/assistant-destination.ts";
export * from "./tool/function-definition.ts";
export * from "./tool/handoff-destination.ts";
export type { InlineShape } from "./tool/inline-shape.ts";
export * from "./tool/tool-message.ts";
export * from "./tool/tool-rejection-plan.ts";
export * from "./tool/transfer-destination.ts";
export * from "./tool/variable-extraction-plan.ts";
export * from "./wire/call-wire.ts";
export * from "./wire/capabilities.ts";
export * from "./wire/chat-wire.ts";
export * from "./wire/compat.ts";
export * from "./wire/csv.ts";
export * from "./wire/entity.ts";
export * from "./wire/error.ts";
export * from "./wire/error-catalog.ts";
export * from "./wire/field-clash.ts";
export * from "./wire/fields.ts";
export * from "./wire/guarded.ts";
export * from "./wire/instant.ts";
export * from "./wire/is-recent.ts";
export * from "./wire/json-schema.ts";
export * from "./wire/limits.ts";
export * from "./wire/list-query.ts";
export * from "./wire/noun.ts";
export * from "./wire/patch-of.ts";
export * from "./wire/query-value.ts";
export * from "./wire/references.ts";
export type { RegexOptions } from "./wire/regex-options.ts";
export * from "./wire/resource-routes.ts";
export * from "./wire/route.ts";
export * from "./wire/secret.ts";
export * from "./wire/server-target.ts";
export * from "./wire/time-limit.ts";
export * from "./wire/validation-problems.ts";
export { refusedForVisitors } from "./wire/visitor-choice.ts";
export * from "./wire/web-origin.ts";
export * from "./workflow/import-workflow.ts";
export * from "./workflow/lint-workflow.ts";
export * from "./workflow/needed-variables.ts";
export * from "./workflow/workflow-graph.ts";
export * from "./workflow/workflow-model.ts";
export * from "./written/fields-of.ts";
export { OLDER_FIELDS, type OlderField, SERVER_FIELDS } from "./written/older-fields.ts";
export * from "./written/provider-names.ts";
export {
  inTodaysNames,
  LENIENT,
  type ReadOptions,
  readWritten,
  UNKNOWN_FIELD,
  type Written,
  writtenFields,
} from "./written/read-written.ts";
