import { afterAll, expect, test, vi } from "vitest";
import { startLocalServer } from "../../testing/local-server.ts";
import type { PartName } from "../provider.ts";
import { listProviderNames } from "./list-provider-names.ts";

const KEY = "key-0123456789";
const never = new AbortController().signal;
let answer: { status: number; body: string } = { status: 200, body: "{}" };
const asked: { url: string | undefined; key: boolean }[] = [];
const server = await startLocalServer((request, response) => {
  const values = Object.values(request.headers).flat();
  asked.push({ url: request.url, key: values.some((value) => value?.endsWith(KEY)) });
  response.writeHead(answer.status).end(answer.body);
});
afterAll(server.close);

const { url } = server;
const list = (provider: string, part: PartName = "model") =>
  listProviderNames(part, provider, { keys: { [provider]: KEY }, urls: { [provider]: url } }, never);

test("Google's names are those of models that write text, without their prefix", async () => {
  const generates = ["generateContent"];
  const models = [
    { name: "models/gemini-9-flash", supportedGenerationMethods: generates },
    { name: "models/gemini-9-flash-live", supportedGenerationMethods: generates },
    { name: "models/gemini-9-image", supportedGenerationMethods: generates },
    { name: "models/text-embedding-9", supportedGenerationMethods: ["embedContent"] },
  ];
  answer = { status: 200, body: JSON.stringify({ models }) };
  expect(await list("google")).toEqual({ state: "read", names: ["gemini-9-flash"] });
  expect(asked.at(-1)).toEqual({ url: "/models?pageSize=1000", key: true });
});

/** As the vendors' clients describe them: @elevenlabs/elevenlabs-js 2.73.0, @deepgram/sdk 5.13.0, openai 7.59.0, @soniox/node 2.3.0, 2026-11-29. */
const DEEPGRAM = {
  stt: [
    { name: "general", canonical_name: "nova-4-general", architecture: "nova-4", streaming: true, batch: true },
    { name: "batch", canonical_name: "nova-4-batch", architecture: "nova-4", streaming: false, batch: true },
    { architecture: "nova-9", streaming: true },
  ],
  tts: [
    { name: "thalia", canonical_name: "aura-9-thalia-en", architecture: "aura-9" },
    { name: "zeus", canonical_name: "aura-9-zeus-en", architecture: "aura-9" },
  ],
};
const OPENAI = {
  object: "list",
  data: ["gpt-9", "gpt-9-mini-tts", "tts-9", "gpt-live-transcribe", "gpt-4o-transcribe-diarize", "whisper-9"].map((id) => ({
    id,
    object: "model",
  })),
};
const ELEVENLABS = [
  { model_id: "eleven_v9", can_do_text_to_speech: true, can_do_voice_conversion: false },
  { model_id: "eleven_sts_v9", can_do_text_to_speech: false, can_do_voice_conversion: true },
];
const SONIOX = {
  models: [
    { id: "stt-rt-v9", name: "v9", aliased_model_id: null, transcription_mode: "real_time", languages: [] },
    { id: "stt-async-v9", name: "v9", aliased_model_id: null, transcription_mode: "async", languages: [] },
  ],
};
const RIME = [
  { speaker: "luna", modelId: "mistv9", lang: "eng" },
  { speaker: "luna", modelId: "mistv9", lang: "fra" },
];

test.each([
  ["voice", "11labs", ELEVENLABS, "/v1/models", ["eleven_v9"]],
  ["voice", "deepgram", DEEPGRAM, "/v1/models", ["aura-9"]],
  ["voice", "openai", OPENAI, "/models", ["gpt-9-mini-tts", "tts-9"]],
  ["voice", "rime-ai", RIME, "/data/voices/voice_details.json", ["mistv9"]],
  ["transcriber", "deepgram", DEEPGRAM, "/v1/models", ["nova-4-general"]],
  ["transcriber", "openai", OPENAI, "/models", ["gpt-live-transcribe", "whisper-9"]],
  ["model", "openai", OPENAI, "/models", ["gpt-9"]],
] as const)("the %s names of %s are those that can be one", async (part, provider, body, path, names) => {
  answer = { status: 200, body: JSON.stringify(body) };
  expect(await list(provider, part)).toEqual({ state: "read", names });
  expect(asked.at(-1)).toEqual({ url: path, key: provider !== "rime-ai" });
});

test("Soniox lists its models at another address than it hears at", async () => {
  const before = asked.length;
  expect(await list("soniox", "transcriber")).toEqual({ state: "unlisted", names: [] });
  expect(asked).toHaveLength(before);
  answer = { status: 200, body: JSON.stringify(SONIOX) };
  const toFake = fetch;
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => {
    expect(String(address)).toBe("https://api.soniox.com/v1/models");
    return toFake(`${url}/v1/models`, init);
  });
  const context = { keys: { soniox: KEY }, urls: {}, allowPrivateAddresses: true };
  expect(await listProviderNames("transcriber", "soniox", context, never)).toEqual({ state: "read", names: ["stt-rt-v9"] });
  expect(asked.at(-1)).toEqual({ url: "/v1/models", key: true });
  sent.mockRestore();
});

test.each([
  ["no JSON", { status: 200, body: "<html>" }, "anthropic sent an answer that is not understood."],
  ["a refusal", { status: 403, body: `no key ${KEY}` }, "anthropic answered with status 403."],
  ["a list of something else", { status: 200, body: JSON.stringify({ data: [null, 1, { id: 2 }] }) }, undefined],
])("%s leaves no names, and the key is in no message", async (_, given, message) => {
  answer = given;
  const listed = await list("anthropic");
  expect(listed.names).toEqual([]);
  if (message !== undefined) expect(listed).toMatchObject({ state: "failed", message: expect.stringContaining(message) });
  expect(JSON.stringify(listed)).not.toContain(KEY);
});

test("a provider without a list is not asked, and one without a key says so", async () => {
  const before = asked.length;
  expect(await list("perplexity-ai")).toMatchObject({ state: "unlisted" });
  expect(await listProviderNames("model", "openai", { keys: {}, urls: { openai: url } }, never)).toMatchObject({
    state: "needs-credential",
  });
  expect(asked).toHaveLength(before);
});
