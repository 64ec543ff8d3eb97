import { expect, test } from "vitest";
import { placeOf } from "./place-of.ts";

test.each([
  ["name", "assistant", "name"],
  ["model.url", "assistant", "model.url"],
  ["model.headers.authorization", "assistant", "model.headers"],
  ["voice.voiceId", "assistant", "voice.voiceId"],
  ["voice", "assistant", "voice.provider"],
  ["voice.server.url", "assistant", "voice.server.url"],
  ["transcriber.fallbackPlan.transcribers.0.model", "assistant", "transcriber.fallbackPlan.transcribers.0.model"],
  ["endCallPhrases.3", "advanced", "endCallPhrases"],
  ["startSpeakingPlan.waitSeconds", "advanced", "startSpeakingPlan.waitSeconds"],
  ["startSpeakingPlan.customEndpointingRules.0.regex", "json", undefined],
  ["model.tools.0.function.name", "tools", "model.tools.0.function.name"],
  ["model.toolIds.1", "tools", "model.toolIds.1"],
  ["hooks.0.do.1.exact", "hooks", "hooks.0.do.1.exact"],
  ["server.url", "messages", "server.url"],
  ["clientMessages.2", "messages", "clientMessages.2"],
  ["messagePlan.idleMessages.1", "advanced", "messagePlan.idleMessages"],
  ["compliancePlan.securityFilterPlan.filters.0.regex", "advanced", "compliancePlan.securityFilterPlan.filters.0.regex"],
  ["backgroundSound", "advanced", "backgroundSound"],
  ["model.messages", "assistant", "model.messages"],
  ["model.messages.0.role", "json", undefined],
  ["firstMessages", "json", undefined],
  ["", "json", undefined],
] as const)("a problem at %j is fixed in %s", (path, tab, name) => {
  expect(placeOf(path)).toEqual({ tab, name });
});
