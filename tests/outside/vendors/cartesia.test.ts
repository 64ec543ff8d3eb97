import { createRequire } from "node:module";
import { expect, test } from "vitest";
import {
  askTranscriber,
  askVoice,
  frames,
  HEARD,
  KEY,
  SOUND_TEXT,
  startTranscriberServer,
  startVoiceServer,
} from "./harness/ask.ts";
import { queryValues, typeProblems } from "./harness/typed.ts";

// Its ES module has no WebSocket with headers, so its CommonJS module is used.
const { Cartesia } = createRequire(import.meta.url)("@cartesia/cartesia-js") as typeof import("@cartesia/cartesia-js");

const STT = "@cartesia/cartesia-js/resources/stt";
const IMPORTS = `import type Cartesia from "@cartesia/cartesia-js";
import type { AutoFinalizeWebsocketParams, STTAutoFinalizeWebsocketRequest } from "${STT}/auto-finalize/auto-finalize";
import type { ManualFinalizeWebsocketParams, STTManualFinalizeWebsocketRequest } from "${STT}/manual-finalize/manual-finalize";`;

test("what we ask of voices has the types of @cartesia/cartesia-js", async () => {
  const generationConfig = { speed: 1.1, volume: 0.9 };
  const voice = {
    provider: "cartesia",
    voiceId: "a0e99841-438c-4a64-b679-ae501e7d6091",
    language: "fr",
    pronunciationDictId: "names",
    generationConfig,
  } as const;
  const { body } = await askVoice(voice);
  expect(await typeProblems("cartesia-voices", IMPORTS, [["Cartesia.TTSGenerateParams", body]])).toBe("");
});

test("what we ask of transcribers has the types of @cartesia/cartesia-js", async () => {
  const [turns] = await askTranscriber("cartesia turns");
  const [whisper] = await askTranscriber("cartesia Ink-Whisper");
  const asked = [
    ["AutoFinalizeWebsocketParams", queryValues(turns.query)],
    ["ManualFinalizeWebsocketParams", queryValues(whisper.query)],
    ...turns.messages.map((said) => ["STTAutoFinalizeWebsocketRequest", said] as const),
    ...whisper.messages.map((said) => ["STTManualFinalizeWebsocketRequest", said] as const),
  ] as const;
  expect(await typeProblems("cartesia-transcribers", IMPORTS, asked)).toBe("");
});

const clientAt = (url: string) => new Cartesia({ apiKey: KEY, baseURL: url, maxRetries: 0 });

test("the client talks to the fake of the voices", async () => {
  const server = await startVoiceServer("cartesia");
  const answer = await clientAt(server.url).tts.generate({
    model_id: "sonic-3.5",
    transcript: "Hello there.",
    voice: { mode: "id", id: "a0e99841-438c-4a64-b679-ae501e7d6091" },
    output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: 24_000 },
  });
  expect(Buffer.from(await answer.arrayBuffer()).toString("base64")).toBe(SOUND_TEXT);
  await server.close();
});

test("the client talks to the fake of the transcriber that finds turns", async () => {
  const server = await startTranscriberServer("cartesia turns");
  const asked = { model: "ink-2", encoding: "pcm_s16le", sample_rate: 16_000 } as const;
  const socket = clientAt(server.url).stt.autoFinalize.websocket(asked);
  const heard = new Promise<string>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("turn.end", ({ transcript }) => resolve(transcript));
  });
  for (const frame of frames(16_000)) socket.sendRaw(Buffer.from(frame.buffer));
  expect(await heard).toBe(HEARD);
  socket.close();
  await server.close();
});

test("the client talks to the fake of the transcriber that is told pauses", async () => {
  const server = await startTranscriberServer("cartesia Ink-Whisper");
  const asked = { model: "ink-whisper", encoding: "pcm_s16le", sample_rate: 16_000 } as const;
  const socket = clientAt(server.url).stt.manualFinalize.websocket(asked);
  const heard = new Promise<string>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("transcript", ({ is_final, text }) => is_final && resolve(text));
  });
  const done = new Promise<void>((resolve) => socket.on("done", () => resolve()));
  for (const frame of frames(16_000)) socket.sendRaw(Buffer.from(frame.buffer));
  socket.send("finalize");
  expect(await heard).toBe(HEARD);
  socket.send("close");
  await done;
  await server.close();
});
