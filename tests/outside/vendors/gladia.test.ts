import { GladiaClient } from "@gladiaio/sdk";
import { expect, test } from "vitest";
import { askTranscriber, frames, HEARD, KEY, startTranscriberServer } from "./harness/ask.ts";
import { typeProblems } from "./harness/typed.ts";

test("what we ask of the transcriber has the types of @gladiaio/sdk", async () => {
  const [ours] = await askTranscriber("gladia", {
    languages: ["en", "de"],
    languageBehaviour: "automatic multiple languages",
    endpointing: 0.2,
    speechThreshold: 0.5,
    audioEnhancer: true,
    customVocabularyEnabled: true,
    customVocabularyConfig: { vocabulary: ["Riley"], defaultIntensity: 0.5 },
  });
  const imports = 'import type { LiveV2InitRequest } from "@gladiaio/sdk";';
  expect(await typeProblems("gladia", imports, [["LiveV2InitRequest", ours.body]])).toBe("");
});

test("the client talks to the fake of the transcriber", async () => {
  const server = await startTranscriberServer("gladia");
  const session = new GladiaClient({ apiKey: KEY, apiUrl: server.url }).liveV2().startSession({
    model: "solaria-1",
    encoding: "wav/pcm",
    bit_depth: 16,
    sample_rate: 16_000,
    channels: 1,
  });
  const heard = new Promise<string>((resolve, reject) => {
    session.on("error", reject);
    session.on("message", (message) => {
      if (message.type === "transcript" && message.data.is_final) resolve(message.data.utterance.text);
    });
  });
  await new Promise((resolve) => session.on("connected", resolve));
  for (const frame of frames(16_000)) session.sendAudio(frame);
  expect(await heard).toBe(HEARD);
  const ended = new Promise((resolve) => session.on("ended", resolve));
  session.stopRecording();
  await ended;
  await server.close();
});
