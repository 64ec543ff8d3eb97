import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import { expect, test } from "vitest";
import { startFakeEmbeddings } from "../../../apps/server/src/modules/knowledge/search/testing/fake-embeddings.ts";
import { createEmbeddings } from "../../../packages/engine/src/providers/openai-compatible/create-embeddings.ts";
import {
  askModel,
  askTranscriber,
  askVoice,
  frames,
  HEARD,
  KEY,
  SOUND_TEXT,
  startModelServer,
  startTranscriberServer,
  startVoiceServer,
} from "./harness/ask.ts";
import { startRelay } from "./harness/relay.ts";
import { typeProblems } from "./harness/typed.ts";

const IMPORTS = 'import type OpenAI from "openai";';

test("what we ask of models has the types of openai", async () => {
  const asked = await Promise.all([
    ...["gpt-4.1", "gpt-5.4-mini", "gpt-6-luna", "gpt-6-astra"].map((model) => askModel("openai", { model })),
    askModel("openai", { model: "gpt-5.4-mini", reasoningEffort: "low" }),
    askModel("openai at Azure"),
  ]);
  const types = {
    completions: "OpenAI.Chat.ChatCompletionCreateParamsStreaming",
    // An earlier answer in the form of @ai-sdk/openai, which OpenAI accepts: without the id and the status that the client's type requires.
    responses: `Omit<OpenAI.Responses.ResponseCreateParamsStreaming, "input"> & {
      input: (OpenAI.Responses.ResponseInputItem | { role: "assistant"; content: { type: "output_text"; text: string }[] })[];
    }`,
  };
  const bodies = asked.map(({ path, body }) => [types[path.split("/").at(-1) as keyof typeof types], body] as const);
  expect(await typeProblems("openai-models", IMPORTS, bodies)).toBe("");
});

test("the client asks for vectors as we do, and gets them of the fake", async () => {
  const fake = await startFakeEmbeddings();
  const relay = await startRelay(fake.settings.baseUrl);
  const ours = await createEmbeddings({ ...fake.settings, baseUrl: relay.url });
  const vectors = await ours.embed(["A dog.", "A car."], new AbortController().signal);
  const client = new OpenAI({ apiKey: fake.settings.apiKey, baseURL: relay.url, maxRetries: 0 });
  const asked = { model: ours.model, input: ["A dog.", "A car."], encoding_format: "float" as const };
  const { data } = await client.embeddings.create(asked);
  expect(data.map(({ embedding }) => embedding)).toEqual(vectors);
  expect(relay.seen[0]).toMatchObject({ path: relay.seen[1]?.path, body: relay.seen[1]?.body });
  await relay.close();
  await fake.close();
});

test("what we ask of voices has the types of openai", async () => {
  const { body } = await askVoice({ provider: "openai", voiceId: "coral", instructions: "Speak slowly.", speed: 0.8 });
  expect(await typeProblems("openai-voices", IMPORTS, [["OpenAI.Audio.SpeechCreateParams", body]])).toBe("");
});

test("what we say to transcribers has the types of openai", async () => {
  const [{ messages }] = await askTranscriber("openai", { language: "en" });
  const said = messages.map((message) => ["OpenAI.Realtime.RealtimeClientEvent", message] as const);
  expect(said.length).toBeGreaterThan(2);
  expect(await typeProblems("openai-transcribers", IMPORTS, said)).toBe("");
});

test("the client talks to the fake of the models", async () => {
  const server = await startModelServer("openai");
  const call = { id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' };
  server.reply({ kind: "words", words: ["Let me see.", call], usage: { inputTokens: 120, cachedTokens: 100, outputTokens: 7 } });
  const asked = { model: "gpt-5.4-mini", messages: [{ role: "user" as const, content: "The weather in Paris?" }] };
  const client = new OpenAI({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
  const { choices, usage } = await client.chat.completions
    .stream({ ...asked, reasoning_effort: "none", stream_options: { include_usage: true } })
    .finalChatCompletion();
  expect(choices[0]?.message).toMatchObject({
    content: "Let me see.",
    tool_calls: [{ id: call.id, function: { name: call.name, arguments: call.arguments } }],
  });
  expect(usage).toMatchObject({ prompt_tokens: 120, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 100 } });
  const wrong = new OpenAI({ apiKey: "sk-wrong", baseURL: server.url, maxRetries: 0 });
  await expect(wrong.chat.completions.create(asked)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  await server.close();
});

test("the client talks to the fake of the models by the Responses API", async () => {
  const server = await startModelServer("openai");
  const call = { id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' };
  server.reply({ kind: "words", words: ["Let me see.", call], usage: { inputTokens: 120, cachedTokens: 100, outputTokens: 7 } });
  const client = new OpenAI({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
  const { output_text, output, usage } = await client.responses
    .stream({ model: "gpt-6-astra", input: "The weather in Paris?", store: false })
    .finalResponse();
  expect(output_text).toBe("Let me see.");
  expect(output).toContainEqual(expect.objectContaining({ type: "function_call", call_id: call.id, arguments: call.arguments }));
  expect(usage).toMatchObject({ input_tokens: 120, output_tokens: 7, input_tokens_details: { cached_tokens: 100 } });
  await server.close();
});

test("the client talks to the fake of the voices", async () => {
  const server = await startVoiceServer("openai");
  const client = new OpenAI({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
  const answer = await client.audio.speech.create({
    model: "gpt-4o-mini-tts",
    voice: "coral",
    input: "Hello there.",
    response_format: "pcm",
  });
  expect(Buffer.from(await answer.arrayBuffer()).toString("base64")).toBe(SOUND_TEXT);
  await server.close();
});

test("the client talks to the fake of the transcribers", async () => {
  const server = await startTranscriberServer("openai");
  const relay = await startRelay(server.url, { secure: true });
  const client = new OpenAIRealtimeWS(
    { intent: "transcription", options: { rejectUnauthorized: false } },
    new OpenAI({ apiKey: KEY, baseURL: relay.url }),
  );
  const heard = new Promise<string>((resolve, reject) => {
    client.on("error", reject);
    client.on("conversation.item.input_audio_transcription.completed", ({ transcript }) => resolve(transcript));
  });
  client.on("session.updated", () => {
    for (const frame of frames(24_000))
      client.send({ type: "input_audio_buffer.append", audio: Buffer.from(frame.buffer).toString("base64") });
  });
  client.socket.on("open", () =>
    client.send({
      type: "session.update",
      session: {
        type: "transcription",
        audio: {
          input: {
            format: { type: "audio/pcm", rate: 24_000 },
            transcription: { model: "gpt-transcribe" },
            turn_detection: { type: "server_vad" },
          },
        },
      },
    }),
  );
  expect(await heard).toBe(HEARD);
  client.close();
  await relay.close();
  await server.close();
});
