import { CreateAssistant, MODEL_PROVIDERS } from "@callwright/contract";
import { expect, test } from "vitest";
import { jsonSchemaOf } from "./json-schema.ts";
import { readPath, schemaAtPath, writePath } from "./paths.ts";

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

const CONTRACT = jsonSchemaOf(CreateAssistant);

test("the field at a path is that of the contract", () => {
  expect(schemaAtPath(CONTRACT, {}, "maxDurationSeconds")).toMatchObject({ minimum: 10, maximum: 43_200 });
  expect(schemaAtPath(CONTRACT, {}, "startSpeakingPlan.transcriptionEndpointingPlan.onNumberSeconds")).toMatchObject({
    minimum: 0,
    maximum: 3,
  });
  expect(schemaAtPath(CONTRACT, {}, "name")?.maxLength).toBe(40);
  expect(schemaAtPath(CONTRACT, {}, "metadata.nothing")).toBeUndefined();
});

test.each(MODEL_PROVIDERS)("the model of %s has limits", (provider) => {
  const config = { model: { provider, model: "any" } };
  expect(schemaAtPath(CONTRACT, config, "model.temperature")).toMatchObject({ minimum: 0, maximum: 2 });
  expect(schemaAtPath(CONTRACT, config, "model.maxTokens")).toMatchObject({ minimum: 50, maximum: 10_000 });
});

test("of a union, the field is that of the provider that is set", () => {
  const ofVoice = (provider: string) => schemaAtPath(CONTRACT, { voice: { provider, voiceId: "any" } }, "voice.speed");
  expect(ofVoice("11labs")).toMatchObject({ minimum: 0.7, maximum: 1.2 });
  expect(ofVoice("azure")).toMatchObject({ minimum: 0.5, maximum: 2 });
  const threshold = schemaAtPath(CONTRACT, { transcriber: { provider: "11labs" } }, "transcriber.confidenceThreshold");
  expect(threshold).toMatchObject({ minimum: 0.1, maximum: 0.9 });
});
