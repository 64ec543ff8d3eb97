import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Call, CallEvent } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinAsSpokenCaller } from "../../apps/server/src/modules/call/runtime/testing/spoken-caller.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import { decodeChannel, recognise } from "../harness/recognise.ts";

/** Generous: call hosts share two cores with other tests. */
const PATIENCE = { timeout: 90_000, interval: 100 };
const ASSISTANT_CHANNEL = 1;
const QUESTION = "When are you open?";
const ANSWER = "We are open on Saturday from eight to four.";

let server: TestServer;
let model: FakeOpenAiServer;
let folder: string;
beforeAll(async () => {
  model = await startFakeOpenAiServer();
  folder = await mkdtemp(path.join(tmpdir(), "fallbacks-"));
  server = await startTestServer({
    config: { allowPrivateAddresses: true, providerUrls: { openai: model.url }, providerKeys: { openai: "key" } },
  });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

test("a call whose model, voice and transcriber fail goes on with their fallbacks, and the recording has the answer", {
  timeout: 300_000,
}, async () => {
  model.reply({ kind: "error", status: 500, message: "down" }, { kind: "words", words: ANSWER.split(/(?= )/) });
  const client = await server.signUp();
  const assistant = {
    firstMessageMode: "assistant-waits-for-user",
    startSpeakingPlan: { smartEndpointingEnabled: false },
    model: { provider: "openai", model: "gpt-4o", fallbackModels: ["gpt-4o-mini"] },
    voice: {
      provider: "callwright",
      voiceId: "fake-fails",
      fallbackPlan: { voices: [{ provider: "callwright", voiceId: "slt" }] },
    },
    transcriber: {
      // No server listens there.
      provider: "custom-transcriber",
      server: { url: "ws://127.0.0.1:9/" },
      fallbackPlan: { transcribers: [{ provider: "callwright", model: "fake-instant", text: QUESTION }] },
    },
  };
  const created = await client.json<Call>("POST", "/call/web", { assistant });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id, webCallUrl = "" } = created.body;
  const caller = await joinAsSpokenCaller(webCallUrl);
  const events = async () => (await client.json<CallEvent[]>("GET", `/call/${id}/event`)).body;
  const said = async () => (await events()).flatMap(({ type, payload }) => (type === "assistant.said" ? [payload.text] : []));
  await expect.poll(() => caller.isListening(), PATIENCE).toBe(true);
  const failures = async () =>
    (await events()).flatMap(({ type, payload }) => (type === "failure" ? [`${payload.part} ${payload.provider}`] : []));
  await expect.poll(failures, PATIENCE).toContain("transcriber custom-transcriber");
  await caller.say(QUESTION);
  await expect.poll(said, PATIENCE).toEqual([ANSWER]);
  expect((await fetch(caller.sessionUrl, { method: "DELETE" })).status).toBe(200);
  caller.close();
  expect(await failures()).toEqual(["transcriber custom-transcriber", "model openai", "voice callwright"]);
  expect(model.requests.map(({ model: name }) => name)).toEqual(["gpt-4o", "gpt-4o-mini"]);

  const { body: call } = await client.json<Call>("GET", `/call/${id}`);
  const file = path.join(folder, "call.wav");
  await writeFile(file, Buffer.from(await (await fetch(call.artifact?.stereoRecordingUrl ?? "")).arrayBuffer()));
  const heard = await recognise(await decodeChannel(file, ASSISTANT_CHANNEL));
  expect(heard.map(({ text }) => text).join(" ")).toMatch(/open.*saturday.*eight.*four/i);
});
