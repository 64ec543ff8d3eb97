import { initializeLogger } from "@livekit/agents";
import { beforeAll, expect, it } from "vitest";
import { createCallParts } from "./call-parts.ts";

const QUIET = { onTemplateProblem: () => {}, onEndpointingProblem: () => {}, onModelSlow: () => {}, onTool: () => {} };

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

it("gives every call a fallback voice of its own, and one call always the same", async () => {
  const spec = { callId: "c", orgId: "o", assistant: {}, variableValues: {} };
  const create = () => createCallParts(spec, { keys: {}, urls: {}, fakes: true }, QUIET);
  const [one, other] = await Promise.all([create(), create()]);
  const voice = await one.fallbackVoice();
  expect(voice.tts).toBeDefined();
  expect((await one.fallbackVoice()).tts).toBe(voice.tts);
  expect((await other.fallbackVoice()).tts).not.toBe(voice.tts);
});

it("reports a template that cannot be rendered", async () => {
  const model = { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "You are {{ name" }] } as const;
  const problems: string[] = [];
  const spec = { callId: "c", orgId: "o", assistant: { model: { ...model, messages: [...model.messages] } }, variableValues: {} };
  await createCallParts(spec, { keys: {}, urls: {} }, { ...QUIET, onTemplateProblem: ({ where }) => problems.push(where) });
  expect(problems).toEqual(["prompt"]);
});
