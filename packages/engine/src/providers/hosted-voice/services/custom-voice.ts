import type { Voice } from "@callwright/contract";
import { SERVER_TIMEOUT_SECONDS } from "@callwright/contract";
import { ProviderError } from "../../../model/provider-error.ts";
import { SAMPLE_RATE, type VoiceService } from "../voice-service.ts";

const PROVIDER = "custom-voice";
/** Model names that servers with OpenAI's endpoint accept, whatever model they run. */
const OPENAI_MODEL = "tts-1";
const OPENAI_VOICE = "alloy";

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

function customVoiceProblem({ server }: Voice): string | undefined {
  const { url } = fieldsOf(server);
  if (typeof url !== "string" || url === "") return "A custom voice needs voice.server.url, the address of your server.";
  return /^https?:/.test(url) ? undefined : "voice.server.url must begin with https://.";
}

const isOpenAi = ({ protocol }: Voice) => protocol === "openai";

/** A customer's own server: it gets a `voice-request`, or a request in OpenAI's form, for each phrase, and answers with plain samples. */
export const customVoice: VoiceService = {
  provider: PROVIDER,
  source:
    "https://docs.vapi.ai/customization/custom-voices/custom-tts and /api-reference/audio/createSpeech of OpenAI, 2026-11-29",
  settings: ["server", "protocol", "voiceId", "model"],
  ignored: (voice): Record<string, string> =>
    isOpenAi(voice) ? {} : { voiceId: "Your server chooses its voice.", model: "Your server chooses its model." },
  problem: customVoiceProblem,
  ownServer(voice, context) {
    const problem = customVoiceProblem(voice);
    if (problem !== undefined) throw new ProviderError(problem, { provider: PROVIDER, part: "voice", retryable: false });
    const { url, headers, timeoutSeconds } = fieldsOf(voice.server);
    // By address, because a fallback may be another server.
    const proof = fieldsOf(fieldsOf(context.orgKeys?.[PROVIDER])[String(url)]);
    const given = Object.entries({ ...fieldsOf(headers), ...proof }).map(([name, value]) => [name, String(value)]);
    return {
      url: new URL(String(url)),
      headers: Object.fromEntries(given) as Record<string, string>,
      timeoutMs: 1000 * (typeof timeoutSeconds === "number" ? timeoutSeconds : SERVER_TIMEOUT_SECONDS.default),
    };
  },
  baseUrl: ({ server }) => new URL(String(fieldsOf(server).url)).origin,
  request(text, { voice, server, now }) {
    const { pathname = "", search = "" } = server?.url ?? {};
    const headers = { accept: "application/octet-stream", ...server?.headers };
    if (!isOpenAi(voice))
      return {
        path: pathname + search,
        headers,
        body: { message: { type: "voice-request", text, sampleRate: SAMPLE_RATE, timestamp: now().getTime() } },
      };
    const { voiceId, model = OPENAI_MODEL } = voice;
    return {
      path: `${pathname.replace(/\/+$/, "")}/audio/speech${search}`,
      headers,
      body: { model, voice: voiceId || OPENAI_VOICE, input: text, response_format: "pcm" },
    };
  },
};
