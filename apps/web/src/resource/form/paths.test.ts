import { MODEL_PROVIDERS } from "@callwright/contract";
import { expect, test } from "vitest";
import { limitsAt, readPath, writePath } from "./config-path.ts";

test("reading stops where the path does", () => {
  const config = { startSpeakingPlan: { waitSeconds: 0 }, endCallPhrases: ["bye"] };
  expect(readPath(config, "startSpeakingPlan.waitSeconds")).toBe(0);
  expect(readPath(config, "startSpeakingPlan.none.none")).toBeUndefined();
  expect(readPath(config, "endCallPhrases.length")).toBeUndefined();
});

test("writing copies what it changes and nothing else", () => {
  const config = { model: { provider: "callwright", model: "builtin" }, stopSpeakingPlan: { numWords: 1 } };
  const next = writePath(config, "stopSpeakingPlan.backoffSeconds", 2);
  expect(next).toEqual({ ...config, stopSpeakingPlan: { numWords: 1, backoffSeconds: 2 } });
  expect(next.model).toBe(config.model);
  expect(config.stopSpeakingPlan).toEqual({ numWords: 1 });
});

test("removing a field removes the objects it leaves empty, and no others", () => {
  const config = { name: "Riley", startSpeakingPlan: { transcriptionEndpointingPlan: { onNumberSeconds: 1 } }, metadata: {} };
  const next = writePath(config, "startSpeakingPlan.transcriptionEndpointingPlan.onNumberSeconds", undefined);
  expect(next).toEqual({ name: "Riley", metadata: {} });
  expect(writePath(next, "voice.none", undefined)).toEqual(next);
});

test("limits are those of the contract", () => {
  expect(limitsAt({}, "maxDurationSeconds")).toMatchObject({ min: 10, max: 43_200 });
  expect(limitsAt({}, "startSpeakingPlan.transcriptionEndpointingPlan.onNumberSeconds")).toMatchObject({ min: 0, max: 3 });
  expect(limitsAt({}, "name").maxCharacters).toBe(40);
  expect(limitsAt({}, "metadata.nothing")).toEqual({ min: undefined, max: undefined, maxCharacters: undefined });
});

test.each(MODEL_PROVIDERS)("the model of %s has limits", (provider) => {
  expect(limitsAt({ model: { provider, model: "any" } }, "model.temperature")).toMatchObject({ min: 0, max: 2 });
  expect(limitsAt({ model: { provider, model: "any" } }, "model.maxTokens")).toMatchObject({ min: 50, max: 10_000 });
});

test("of a union the limits are those of the provider that is set", () => {
  expect(limitsAt({ voice: { provider: "11labs", voiceId: "any" } }, "voice.speed")).toMatchObject({ min: 0.7, max: 1.2 });
  expect(limitsAt({ voice: { provider: "azure", voiceId: "any" } }, "voice.speed")).toMatchObject({ min: 0.5, max: 2 });
  expect(limitsAt({ transcriber: { provider: "11labs" } }, "transcriber.confidenceThreshold")).toMatchObject({
    min: 0.1,
    max: 0.9,
  });
});
