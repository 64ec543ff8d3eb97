import type { Transcriber } from "@callwright/contract";
import { ProviderError } from "../../../model/provider-error.ts";
import type { ProviderContext } from "../../provider.ts";
import { askService, soundForm } from "../ask-service.ts";
import { type HostedService, notUnderstood } from "../hosted-service.ts";
import type { HostedTranscriber, UtteranceTranscriber } from "../hosted-transcriber.ts";
import { languageCode, objectOf, settingText, textOf } from "../json-fields.ts";
import type { ServiceMessage, ServiceProtocol } from "../streaming-transcriber.ts";

const PROVIDER = "custom-transcriber";
const CHANNELS = 2;
const SECRET_MIN_CHARACTERS = 8;

/** Sent where the settings name no model: servers with OpenAI's endpoint require one. */
const OPENAI_MODEL = "whisper-1";

/** A server with OpenAI's endpoint is asked about each utterance, over HTTP. */
const isOpenAi = ({ protocol }: Transcriber) => protocol === "openai";

/**
 * A customer's own server: by the platform's protocol, https://docs.vapi.ai/customization/custom-transcriber, read on 2026-11-24, or with OpenAI's
 * endpoint, https://platform.openai.com/docs/api-reference/audio/createTranscription, read on 2026-11-29.
 */
export const customTranscriber: HostedTranscriber = {
  provider: PROVIDER,
  isOwnServer: true,
  settings: ["server", "protocol", "model", "language"],
  ignored: (settings): Record<string, string> =>
    isOpenAi(settings) ? {} : { model: "Your server chooses its model.", language: "Your server finds out the language." },
  problem,
  open(settings, context) {
    if (isOpenAi(settings)) return openAiServer(settings, context);
    const { service, url, headers } = ownServer(settings, context, PROVIDER);
    return { ...service, language: "", address: () => ({ url: url.href, headers }), open: protocol };
  },
};

function problem(settings: Transcriber): string | undefined {
  const url = settingText(objectOf(settings.server).url);
  const asksOverHttp = isOpenAi(settings);
  if (url === undefined)
    return `A custom transcriber needs transcriber.server.url, the ${asksOverHttp ? "" : "WebSocket "}address of your server.`;
  if ((asksOverHttp ? /^https?:/ : /^wss?:/).test(url)) return undefined;
  return `transcriber.server.url must begin with ${asksOverHttp ? "https" : "wss"}://.`;
}

function openAiServer(settings: Transcriber, context: ProviderContext): UtteranceTranscriber {
  const model = settingText(settings.model) ?? OPENAI_MODEL;
  const { service, url, headers } = ownServer(settings, context, model);
  const address = new URL(url);
  address.pathname = `${url.pathname.replace(/\/+$/, "")}/audio/transcriptions`;
  const language = languageCode(settings.language);
  return {
    service,
    recognizer: {
      async recognize(samples, signal) {
        const body = soundForm(samples, {
          model,
          response_format: "json",
          language: language === "multi" ? undefined : language,
        });
        const answer = await askService(service, { url: address.href, headers, body }, signal);
        if (typeof answer.text !== "string") throw notUnderstood(service);
        return { text: answer.text.trim() };
      },
    },
  };
}

function ownServer(settings: Transcriber, context: ProviderContext, model: string) {
  const missing = problem(settings);
  if (missing !== undefined) throw new ProviderError(missing, { provider: PROVIDER, part: "transcriber", retryable: false });
  const { url: named, headers } = objectOf(settings.server);
  const url = new URL(textOf(named));
  // By address, because another transcriber of the assistant may be another server.
  const proof = objectOf(context.orgKeys?.[PROVIDER]?.[textOf(named)]);
  const given = Object.entries({ ...objectOf(headers), ...proof }).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const service: HostedService = {
    provider: PROVIDER,
    model,
    baseUrl: `${url.protocol.replace("ws", "http")}//${url.host}`,
    isOutside: context.allowPrivateAddresses !== true,
    // A short value is no secret, and may be a part of other words.
    secrets: given.flatMap(([, value]) => (value.length >= SECRET_MIN_CHARACTERS ? [value] : [])),
    keyAdvice: "Check the headers and the credential of transcriber.server.",
  };
  return { service, url, headers: Object.fromEntries(given) };
}

/** The customer is on the first channel. The second is the assistant's, which needs no transcriber: it is silent. */
const protocol = (): ServiceProtocol => ({
  first: [JSON.stringify({ type: "start", encoding: "linear16", container: "raw", sampleRate: 16_000, channels: CHANNELS })],
  encode: (samples) => {
    const both = new Int16Array(samples.length * CHANNELS);
    for (const [index, value] of samples.entries()) both[index * CHANNELS] = value;
    return Buffer.from(both.buffer);
  },
  *read(message): Iterable<ServiceMessage> {
    if (textOf(message.type) === "error") yield { type: "failed", message: textOf(message.error) || textOf(message.message) };
    if (textOf(message.type) !== "transcriber-response" || message.channel === "assistant") return;
    yield { type: "words", text: textOf(message.transcription), final: message.transcriptType !== "partial" };
  },
});
