import { initializeLogger } from "@livekit/agents";
import { beforeAll, expect, it } from "vitest";
import { createCallParts } from "./call-parts.ts";

const QUIET = { onTemplateProblem: () => {}, onEndpointingProblem: () => {}, onModelSlow: () => {}, onTool: () => {} };

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

it("gives every call voices of its own, which replace each other in the order of the fallback plan", async () => {
  const fallbackPlan = { voices: [{ provider: "callwright" as const, voiceId: "rms" }] };
  const assistant = { voice: { provider: "sesame" as const, voiceId: "maya", model: "csm-1b", fallbackPlan } };
  const spec = { callId: "c", orgId: "o", assistant, variableValues: {} };
  const create = () => createCallParts(spec, { keys: {}, urls: {}, fakes: true }, QUIET);
  const [one, other] = await Promise.all([create(), create()]);
  const own = await one.voices.first();
  expect(own).toEqual({ provider: "sesame", message: expect.stringContaining("no public API") });
  const second = await one.voices.after(own);
  expect(second?.tts?.model).toBe("rms");
  expect(await one.voices.first()).toBe(second);
  const last = second && (await one.voices.after(second));
  expect(last?.tts?.model).toBe("slt");
  expect(last && (await one.voices.after(last))).toBeUndefined();
  expect(await one.voices.first()).toBe(last);
  expect((await other.voices.after(await other.voices.first()))?.tts).not.toBe(second?.tts);
});

it("reports a template that cannot be rendered", async () => {
  const model = { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "You are {{ name" }] } as const;
  const problems: string[] = [];
  const spec = { callId: "c", orgId: "o", assistant: { model: { ...model, messages: [...model.messages] } }, variableValues: {} };
  await createCallParts(spec, { keys: {}, urls: {} }, { ...QUIET, onTemplateProblem: ({ where }) => problems.push(where) });
  expect(problems).toEqual(["prompt"]);
});
