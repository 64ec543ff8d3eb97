import { SonioxNodeClient } from "@soniox/node";
import { expect, test, vi } from "vitest";
import { askTranscriber, frames, HEARD, KEY, startTranscriberServer } from "./harness/ask.ts";
import { typeProblems } from "./harness/typed.ts";

test("what we say to the transcriber has the types of @soniox/node", async () => {
  const [ours] = await askTranscriber("soniox", {
    languages: ["en", "de"],
    languageHintsStrict: true,
    maxEndpointDelayMs: 900,
    customVocabulary: ["Callwright"],
    contextGeneral: [{ key: "domain", value: "Healthcare" }],
  });
  expect(ours.headers.authorization).toBe(`Bearer ${KEY}`);
  const [config] = ours.messages;
  const imports = 'import type { SttSessionConfig } from "@soniox/node";';
  expect(await typeProblems("soniox", imports, [["SttSessionConfig", config]])).toBe("");
});

async function openSession() {
  const server = await startTranscriberServer("soniox");
  const address = `${server.url.replace("http", "ws")}/transcribe-websocket`;
  const session = new SonioxNodeClient({ api_key: KEY, realtime: { ws_base_url: address } }).realtime.stt({
    model: "stt-rt-v5",
    audio_format: "pcm_s16le",
    sample_rate: 16_000,
    num_channels: 1,
    enable_endpoint_detection: true,
  });
  return { server, session };
}

test("the client, which sends its key in its first message alone, is refused as from 2027-01-15", async () => {
  const { server, session } = await openSession();
  const failure = new Promise<Error>((resolve) => session.on("error", resolve));
  await session.connect();
  expect((await failure).message).toContain("wrong key");
  await server.close();
});

/** Sends the key with the connection, too. */
class WebSocketWithKey extends WebSocket {
  constructor(address: string) {
    super(address, ["soniox-api-key", KEY]);
  }
}

test("the client talks to the fake of the transcriber", async () => {
  vi.stubGlobal("WebSocket", WebSocketWithKey);
  const { server, session } = await openSession();
  const finals: string[] = [];
  session.on("result", ({ tokens }) => finals.push(...tokens.flatMap(({ is_final, text }) => (is_final ? [text] : []))));
  await session.connect();
  for (const frame of frames(16_000)) session.sendAudio(Buffer.from(frame.buffer));
  await session.finish();
  expect(finals.join("").replace("<end>", "")).toBe(HEARD);
  await server.close();
  vi.unstubAllGlobals();
});
