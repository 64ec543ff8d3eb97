import type { Transcriber } from "@callwright/contract";
import { ProviderError } from "../../../model/provider-error.ts";
import type { ProviderContext } from "../../provider.ts";
import type { UtteranceRecognizer } from "../../utterances/utterance-stt.ts";
import { askService } from "../ask-service.ts";
import { type HostedService, notUnderstood } from "../hosted-service.ts";
import { objectOf, settingText, textOf } from "../json-fields.ts";
import { customTranscriberProblem } from "../setting-rules.ts";
import type { ServiceMessage, ServiceProtocol, StreamingTranscriber } from "../streaming-transcriber.ts";
import { waveFile } from "../wave-file.ts";

const PROVIDER = "custom-transcriber";
const CHANNELS = 2;
const SECRET_MIN_CHARACTERS = 8;

/** A customer's own server, by the platform's protocol. https://docs.vapi.ai/customization/custom-transcriber, read on 2026-11-24. */
export function customTranscriber(settings: Transcriber, context: ProviderContext): StreamingTranscriber {
  const { service, url, headers } = ownServer(settings, context, PROVIDER);
  return { ...service, language: "", address: () => ({ url: url.href, headers }), open: protocol };
}

/** Sent where the settings name no model: servers require one. */
const OPENAI_MODEL = "whisper-1";

/** A customer's own server with OpenAI's endpoint. https://platform.openai.com/docs/api-reference/audio/createTranscription, read on 2026-11-29. */
export function openAiServer(
  settings: Transcriber,
  context: ProviderContext,
): { service: HostedService; recognizer: UtteranceRecognizer } {
  const model = settingText(settings.model) ?? OPENAI_MODEL;
  const { service, url, headers } = ownServer(settings, context, model);
  const address = new URL(url);
  address.pathname = `${url.pathname.replace(/\/+$/, "")}/audio/transcriptions`;
  // It knows languages, not countries.
  const [language] = settingText(settings.language)?.split("-") ?? [];
  return {
    service,
    recognizer: {
      async recognize(samples, signal) {
        const body = new FormData();
        body.set("file", new Blob([waveFile(samples)], { type: "audio/wav" }), "speech.wav");
        body.set("model", model);
        body.set("response_format", "json");
        if (language !== undefined && language !== "multi") body.set("language", language);
        const answer = await askService(service, { url: address.href, headers, body }, signal);
        if (typeof answer.text !== "string") throw notUnderstood(service);
        return { text: answer.text.trim() };
      },
    },
  };
}

function ownServer(settings: Transcriber, context: ProviderContext, model: string) {
  const problem = customTranscriberProblem(settings);
  if (problem !== undefined) throw new ProviderError(problem, { provider: PROVIDER, part: "transcriber", retryable: false });
  const { url: named, headers } = objectOf(settings.server);
  const url = new URL(textOf(named));
  // By address, as another of the assistant's transcribers may be another server.
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
