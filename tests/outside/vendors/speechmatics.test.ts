import { RealtimeClient } from "@speechmatics/real-time-client";
import { expect, test } from "vitest";
import { askTranscriber, frames, HEARD, KEY, startTranscriberServer } from "./harness/ask.ts";
import { typeProblems } from "./harness/typed.ts";

test("what we say to the transcriber has the types of @speechmatics/real-time-client", async () => {
  const [ours] = await askTranscriber("speechmatics", {
    language: "en",
    maxDelay: 1_000,
    removeDisfluencies: true,
    customVocabulary: [{ content: "Riley", soundsLike: ["Rylee"] }],
  });
  const imports = 'import type { EndOfStream, StartRecognition } from "@speechmatics/real-time-client";';
  const [start, end] = ours.messages ?? [];
  const said = [
    ["StartRecognition", start],
    ["EndOfStream", end],
  ] as const;
  expect(await typeProblems("speechmatics", imports, said)).toBe("");
});

test("the client talks to the fake of the transcriber", async () => {
  const server = await startTranscriberServer("speechmatics");
  const client = new RealtimeClient({ url: `${server.url.replace("http", "ws")}/v2` });
  const finals: string[] = [];
  client.addEventListener("receiveMessage", ({ data }) => {
    if (data.message === "AddTranscript") finals.push(data.metadata.transcript);
  });
  await client.start(KEY, {
    audio_format: { type: "raw", encoding: "pcm_s16le", sample_rate: 16_000 },
    transcription_config: { language: "en", enable_partials: true },
  });
  for (const frame of frames(16_000)) client.sendAudio(frame);
  await client.stopRecognition();
  expect(finals.join("").trim()).toBe(HEARD);
  await server.close();
});
