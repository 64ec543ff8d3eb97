import { StreamingTranscriber } from "assemblyai";
import { afterEach, expect, test, vi } from "vitest";
import { askTranscriber, frames, HEARD, KEY, startTranscriberServer } from "./harness/ask.ts";
import { startRelay } from "./harness/relay.ts";

afterEach(() => vi.unstubAllEnvs());

test("the client asks for the same as we do, and talks to the fake", async () => {
  const terms = ["Riley"];
  const [ours] = await askTranscriber("assembly-ai", {
    language: "en",
    formatTurns: true,
    keytermsPrompt: terms,
    endOfTurnConfidenceThreshold: 0.5,
    minEndOfTurnSilenceWhenConfident: 200,
    maxTurnSilence: 1_000,
  });
  // The client refuses addresses without TLS.
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const server = await startTranscriberServer("assembly-ai");
  const relay = await startRelay(server.url, { secure: true });
  const client = new StreamingTranscriber({
    apiKey: KEY,
    websocketBaseUrl: `${relay.url.replace("http", "ws")}/v3/ws`,
    maxConnectionRetries: 0,
    sampleRate: 16_000,
    encoding: "pcm_s16le",
    speechModel: "universal-streaming-english",
    formatTurns: true,
    keytermsPrompt: terms,
    endOfTurnConfidenceThreshold: 0.5,
    minTurnSilence: 200,
    maxTurnSilence: 1_000,
  });
  const heard = new Promise<string>((resolve, reject) => {
    client.on("error", reject);
    client.on("turn", ({ turn_is_formatted, transcript }) => turn_is_formatted && resolve(transcript));
  });
  await client.connect();
  for (const frame of frames(16_000)) client.sendAudio(frame.buffer as ArrayBuffer);
  expect(await heard).toBe(HEARD);
  await client.close();
  const [theirs] = relay.seen;
  expect(theirs).toMatchObject({ path: ours.path, query: ours.query, messages: ours.messages });
  expect(theirs?.headers.authorization).toBe(ours.headers.authorization);
  await relay.close();
  await server.close();
});
