import { Transcriber } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyOf, type LocalServer, startLocalServer } from "../../testing/local-server.ts";
import type { ProviderContext } from "../provider.ts";
import { createTranscriber, ignoredSettings, partProblem } from "../registry.ts";
import * as requests from "../testing/transcriber-requests.ts";
import type { HostedStt } from "./hosted-stt.ts";
import type { UtteranceTranscriber } from "./hosted-transcriber.ts";
import { azure } from "./services/azure.ts";
import { customTranscriber } from "./services/custom-transcriber.ts";
import { google } from "./services/google.ts";
import type { StreamingTranscriber } from "./streaming-transcriber.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

const KEY = "sk-right-and-secret-0123456789";
const NEVER = new AbortController().signal;

const contextOf = (provider: string, changes: Partial<ProviderContext> = {}): ProviderContext => ({
  keys: { [provider]: KEY },
  urls: {},
  ...changes,
});

async function serviceOf(settings: Transcriber, changes: Partial<ProviderContext> = {}): Promise<StreamingTranscriber> {
  const { stt } = await createTranscriber(Transcriber.parse(settings), contextOf(settings.provider, changes));
  return (stt as HostedStt).service;
}

async function addressOf(settings: Transcriber, changes: Partial<ProviderContext> = {}) {
  const service = await serviceOf(settings, changes);
  const { url, headers } = await service.address(NEVER);
  expect(url).not.toContain(KEY);
  const address = new URL(url);
  return { address, headers, query: Object.fromEntries(address.searchParams), service };
}

const firstOf = (service: StreamingTranscriber) => JSON.parse(service.open().first?.[0] ?? "{}") as Record<string, unknown>;

describe("settings reach", () => {
  it("Deepgram's Nova", async () => {
    const { address, query, service } = await addressOf({
      provider: "deepgram",
      model: "nova-2-phonecall",
      language: "de",
      smartFormat: true,
      numerals: true,
      mipOptOut: true,
      profanityFilter: false,
      redaction: ["pci", "numbers"],
      keywords: ["snuffleupagus:5"],
      endpointing: 300,
      confidenceThreshold: 0.6,
    });
    expect(address.origin).toBe("wss://api.deepgram.com");
    expect(address.searchParams.getAll("redact")).toEqual(["pci", "numbers"]);
    expect(query).toMatchObject({
      model: "nova-2-phonecall",
      language: "de",
      smart_format: "true",
      numerals: "true",
      mip_opt_out: "true",
      profanity_filter: "false",
      keywords: "snuffleupagus:5",
      endpointing: "300",
    });
    expect(requests.addressRefusal(requests.DEEPGRAM_NOVA, address, {})).toBeUndefined();
    expect(service).toMatchObject({ language: "de", confidenceThreshold: 0.6 });
  });

  it("Deepgram's Nova-3, which takes key terms in place of keywords", async () => {
    const settings: Transcriber = {
      provider: "deepgram",
      model: "nova-3",
      keywords: ["snuffleupagus:5"],
      keyterm: ["Callwright"],
    };
    const { address } = await addressOf(settings);
    expect(address.searchParams.getAll("keyterm")).toEqual(["Callwright", "snuffleupagus"]);
    expect(requests.addressRefusal(requests.DEEPGRAM_NOVA, address, {})).toBeUndefined();
    expect(Object.keys(ignoredSettings("transcriber", settings))).toContain("keywords");
    const older = await addressOf({ ...settings, model: "nova-2" });
    expect(requests.addressRefusal(requests.DEEPGRAM_NOVA, older.address, {})).toBeUndefined();
  });

  it("Deepgram's Flux", async () => {
    const settings = { provider: "deepgram", model: "flux-general-multi", languages: ["de", "en"] } as const;
    const { address, query } = await addressOf({
      ...settings,
      languages: [...settings.languages],
      eotThreshold: 0.8,
      eotTimeoutMs: 900,
      keywords: ["Callwright:2"],
      numerals: true,
      profanityFilter: true,
      redaction: ["pci", "numbers"],
      smartFormat: true,
      endpointing: 300,
    });
    expect(query).toMatchObject({ eot_threshold: "0.8", eot_timeout_ms: "900", keyterm: "Callwright" });
    expect(query).toMatchObject({ numerals: "true", profanity_filter: "true", redact: "numbers" });
    expect(address.searchParams.getAll("language_hint")).toEqual(["de", "en"]);
    expect(requests.addressRefusal(requests.DEEPGRAM_FLUX, address, {})).toBeUndefined();
    const english: Transcriber = { provider: "deepgram", model: "flux-general-en", languages: ["de"] };
    const { address: ofEnglish } = await addressOf(english);
    expect(requests.addressRefusal(requests.DEEPGRAM_FLUX, ofEnglish, {})).toBeUndefined();
    expect(ignoredSettings("transcriber", english).languages).toMatch(/English only/);
    expect(partProblem("transcriber", { ...english, language: "de" }, contextOf("deepgram"))).toMatch(
      /Choose flux-general-multi/,
    );
    expect(partProblem("transcriber", { ...english, language: "en-GB" }, contextOf("deepgram"))).toBeUndefined();
  });

  it("AssemblyAI", async () => {
    const { address, query, service } = await addressOf({
      provider: "assembly-ai",
      language: "de",
      mode: "min_latency",
      formatTurns: false,
      keytermsPrompt: ["Callwright"],
      endOfTurnConfidenceThreshold: 0.5,
      minEndOfTurnSilenceWhenConfident: 100,
      maxTurnSilence: 900,
      disablePartialTranscripts: true,
    });
    expect(query).toMatchObject({
      speech_model: "universal-streaming-multilingual",
      format_turns: "false",
      keyterms_prompt: '["Callwright"]',
      end_of_turn_confidence_threshold: "0.5",
      min_turn_silence: "100",
      max_turn_silence: "900",
    });
    expect(requests.addressRefusal(requests.ASSEMBLY_AI, address, {})).toBeUndefined();
    expect(service).toMatchObject({ language: "de", finalOnly: true });
    const universal3: Transcriber = {
      provider: "assembly-ai",
      speechModel: "universal-3-5-pro",
      mode: "min_latency",
      formatTurns: true,
      prompt: "A pizzeria.",
      agentContext: "What may I bring you?",
      languageCodes: ["de", "en"],
    };
    const third = await addressOf(universal3);
    expect(third.query).toMatchObject({
      speech_model: "universal-3-5-pro",
      mode: "min_latency",
      prompt: "A pizzeria.",
      agent_context: "What may I bring you?",
      language_codes: '["de","en"]',
    });
    expect(third.query).not.toHaveProperty("format_turns");
    expect(requests.addressRefusal(requests.ASSEMBLY_AI, third.address, {})).toBeUndefined();
    expect(Object.keys(ignoredSettings("transcriber", universal3))).toEqual(["formatTurns"]);
    const english = await addressOf({ provider: "assembly-ai" });
    expect(english.query.speech_model).toBe("universal-streaming-english");
  });

  it("OpenAI, xAI, Speechmatics, Soniox and Cartesia", async () => {
    const openAi = await serviceOf({ provider: "openai", model: "gpt-4o-transcribe", language: "de-DE" });
    expect(firstOf(openAi)).toMatchObject({
      session: { audio: { input: { transcription: { model: "gpt-4o-transcribe", language: "de" } } } },
    });
    expect((await addressOf({ provider: "xai", language: "fr" })).query.language).toBe("fr");
    const speechmatics = await addressOf({
      provider: "speechmatics",
      language: "de",
      region: "us",
      operatingPoint: "standard",
      maxDelay: 700,
      removeDisfluencies: true,
      customVocabulary: [{ content: "Callwright", soundsLike: ["call right"] }],
    });
    expect(speechmatics.address.host).toBe("us.rt.speechmatics.com");
    expect(firstOf(speechmatics.service).transcription_config).toMatchObject({
      language: "de",
      model: "standard",
      max_delay: 0.7,
      additional_vocab: [{ content: "Callwright", sounds_like: ["call right"] }],
      transcript_filtering_config: { remove_disfluencies: true },
    });
    const slow: Transcriber = { provider: "speechmatics", maxDelay: 10_000 };
    expect(firstOf(await serviceOf(slow)).transcription_config).toMatchObject({ max_delay: 4 });
    expect(ignoredSettings("transcriber", slow).maxDelay).toMatch(/4 s/);
    const soniox = await serviceOf({ provider: "soniox", model: "stt-rt-v4", languages: ["de", "en-US"] });
    expect(firstOf(soniox)).toMatchObject({ model: "stt-rt-v4", language_hints: ["de", "en"] });
    expect(firstOf(soniox)).not.toHaveProperty("context");
    expect(firstOf(soniox)).not.toHaveProperty("api_key");
    const strict: Transcriber = { provider: "soniox", languageHintsStrict: true, maxEndpointDelayMs: 900 };
    const facts = { customVocabulary: ["Callwright"], contextGeneral: [{ key: "domain", value: "Healthcare" }] };
    expect(firstOf(await serviceOf({ ...strict, ...facts, language: "de" }))).toMatchObject({
      language_hints: ["de"],
      language_hints_strict: true,
      max_endpoint_delay_ms: 900,
      context: { general: [{ key: "domain", value: "Healthcare" }], terms: ["Callwright"] },
    });
    expect(ignoredSettings("transcriber", strict).languageHintsStrict).toMatch(/hears all/);
    expect(firstOf(await serviceOf(strict))).not.toHaveProperty("language_hints_strict");
    expect((await addressOf({ provider: "cartesia", language: "de" })).query).toMatchObject({
      model: "ink-whisper",
      language: "de",
    });
  });

  it("ElevenLabs", async () => {
    const { query } = await addressOf({
      provider: "11labs",
      language: "de",
      silenceThresholdSeconds: 0.5,
      confidenceThreshold: 0.3,
      minSpeechDurationMs: 100,
      minSilenceDurationMs: 200,
    });
    expect(query).toMatchObject({
      language_code: "de",
      vad_silence_threshold_secs: "0.5",
      vad_threshold: "0.3",
      min_speech_duration_ms: "100",
      min_silence_duration_ms: "200",
    });
    const unset = await addressOf({ provider: "11labs" });
    expect(unset.query.vad_silence_threshold_secs).toBe("0.4");
    expect(requests.addressRefusal(requests.ELEVENLABS_REALTIME, unset.address, {})).toBeUndefined();
  });

  describe("services that are asked by a request", () => {
    let server: LocalServer;
    const asked: { url: string; body: string }[] = [];
    let answer: unknown;
    beforeAll(async () => {
      server = await startLocalServer(async (request, response) => {
        asked.push({ url: request.url ?? "", body: String(await bodyOf(request)) });
        response.end(JSON.stringify(answer));
      });
    });
    afterAll(() => server.close());
    const at = (provider: string) => contextOf(provider, { urls: { [provider]: server.url } });
    const SOUND = new Float32Array(1_600);

    it("Gladia", async () => {
      answer = { id: "s", url: "wss://api.gladia.io/v2/live?token=t" };
      const settings: Transcriber = {
        provider: "gladia",
        model: "fast",
        languages: ["de", "en"],
        languageBehaviour: "automatic multiple languages",
        audioEnhancer: true,
        speechThreshold: 0.7,
        endpointing: 0.1,
        region: "us-west",
        receivePartialTranscripts: false,
        customVocabularyConfig: { vocabulary: ["Callwright"], defaultIntensity: 0.6 },
      };
      const { stt } = await createTranscriber(Transcriber.parse(settings), at("gladia"));
      const { service } = stt as HostedStt;
      expect((await service.address(NEVER)).url).toBe("wss://api.gladia.io/v2/live?token=t");
      expect(asked.at(-1)?.url).toBe("/v2/live?region=us-west");
      expect(JSON.parse(asked.at(-1)?.body ?? "")).toMatchObject({
        model: "solaria-1",
        endpointing: 0.1,
        language_config: { languages: ["de", "en"], code_switching: true },
        pre_processing: { audio_enhancer: true, speech_threshold: 0.7 },
        realtime_processing: { custom_vocabulary_config: { vocabulary: ["Callwright"], default_intensity: 0.6 } },
        messages_config: { receive_partial_transcripts: false },
      });
      expect(service.finalOnly).toBe(true);
    });

    it("Azure and Google", async () => {
      answer = { RecognitionStatus: "Success", NBest: [{ Display: "Guten Tag.", Confidence: 0.8 }] };
      const heard = await azure.open({ provider: "azure", language: "de" }, at("azure")).recognizer.recognize(SOUND, NEVER);
      expect(heard).toEqual({ text: "Guten Tag.", confidence: 0.8, language: "de-DE" });
      expect(asked.at(-1)?.url).toContain("language=de-DE");
      answer = { RecognitionStatus: "NoMatch" };
      expect((await azure.open({ provider: "azure" }, at("azure")).recognizer.recognize(SOUND, NEVER)).text).toBe("");
      answer = { candidates: [{ content: { parts: [{ text: '{"text":"Guten Tag."}' }] } }] };
      const german: Transcriber = { provider: "google", model: "gemini-2.5-pro", language: "German" };
      expect((await google.open(german, at("google")).recognizer.recognize(SOUND, NEVER)).text).toBe("Guten Tag.");
      expect(asked.at(-1)).toMatchObject({
        url: "/models/gemini-2.5-pro:generateContent",
        body: expect.stringContaining("speaks German"),
      });
    });

    it.each([
      ["gemini-2.5-flash", { thinkingBudget: 0 }, 0],
      ["gemini-2.5-pro", { thinkingBudget: 128 }, 0],
      ["gemini-3.5-flash-lite", { thinkingLevel: "minimal" }, undefined],
      ["gemini-3.1-pro-preview", { thinkingLevel: "low" }, undefined],
      ["gemini-3.8-flash", { thinkingLevel: "low" }, undefined],
    ])("Google's %s thinks as little as it can", async (model, thinkingConfig, temperature) => {
      answer = { candidates: [{ content: { parts: [{ text: '{"text":"Guten Tag."}' }] } }] };
      await google.open({ provider: "google", model }, at("google")).recognizer.recognize(SOUND, NEVER);
      const { generationConfig } = JSON.parse(asked.at(-1)?.body ?? "{}") as { generationConfig: Record<string, unknown> };
      expect(generationConfig.thinkingConfig).toEqual(thinkingConfig);
      expect(generationConfig.temperature).toBe(temperature);
    });
  });
});

describe("an address that a person names", () => {
  const failureOf = async (settings: Transcriber, changes: Partial<ProviderContext> = {}) => {
    const { stt } = await createTranscriber(settings, contextOf(settings.provider, changes));
    const errors: Error[] = [];
    stt?.on("error", ({ error }) => errors.push(error));
    const stream = stt?.stream({ connOptions: { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 100 } });
    for await (const _event of stream ?? []);
    return errors[0]?.message;
  };
  const REFUSED = /address of this server's own network.*ALLOW_PRIVATE_ADDRESSES/;

  it("leads not into the server's own network", async () => {
    const server = { url: "ws://127.0.0.1:9/ears" };
    expect(await failureOf({ provider: "custom-transcriber", server })).toMatch(REFUSED);
    expect(await failureOf({ provider: "custom-transcriber", server: { url: "ws://localhost:9/ears" } })).toMatch(REFUSED);
    const own: Transcriber = { provider: "custom-transcriber", protocol: "openai", server: { url: "http://localhost:8080/v1" } };
    const { recognizer } = customTranscriber.open(own, contextOf("openai")) as UtteranceTranscriber;
    await expect(recognizer.recognize(new Float32Array(1_600), NEVER)).rejects.toThrow(REFUSED);
    expect(await failureOf({ provider: "assembly-ai", realtimeUrl: "ws://localhost:9/v3/ws" })).toMatch(REFUSED);
    const ofCredential = { orgKeys: { deepgram: { apiKey: KEY, apiUrl: "http://localhost:9" } } };
    expect(await failureOf({ provider: "deepgram" }, ofCredential)).toMatch(REFUSED);
  });

  it("sends AssemblyAI's key only to AssemblyAI's address", async () => {
    const at = async (realtimeUrl: string) => (await addressOf({ provider: "assembly-ai", realtimeUrl })).headers;
    expect(await at("wss://streaming.eu.assemblyai.com/v3/ws")).toEqual({ authorization: KEY });
    expect(await at("wss://assemblyai.com.example/v3/ws")).toEqual({});
    await expect(
      createTranscriber({ provider: "assembly-ai", realtimeUrl: "https://example.com" }, contextOf("assembly-ai")),
    ).rejects.toThrow(/realtimeUrl must be a wss address/);
  });

  it("gets the headers and the proof of a custom transcriber", async () => {
    const url = "wss://ears.example/listen";
    const server = { url, headers: { "x-tenant": "7" } };
    const proofs = {
      "custom-transcriber": { [url]: { authorization: "Bearer proof" }, "wss://other.example": { authorization: "no" } },
    };
    const { headers } = await addressOf({ provider: "custom-transcriber", server }, { orgKeys: proofs });
    expect(headers).toEqual({ "x-tenant": "7", authorization: "Bearer proof" });
  });
});
