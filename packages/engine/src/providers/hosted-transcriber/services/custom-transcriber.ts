import type { Transcriber } from "@callwright/contract";
import { ProviderError } from "../../../model/provider-error.ts";
import type { ProviderContext } from "../../provider.ts";
import { objectOf, settingText, textOf } from "../json-fields.ts";
import type { ServiceMessage, StreamingTranscriber, TranscriberSession } from "../streaming-transcriber.ts";

const PROVIDER = "custom-transcriber";
const CHANNELS = 2;
const SECRET_MIN_CHARACTERS = 8;

export function customTranscriberProblem({ server }: Transcriber): string | undefined {
  const url = settingText(objectOf(server).url);
  if (url === undefined) return "A custom transcriber needs transcriber.server.url, the WebSocket address of your server.";
  return /^wss?:/.test(url) ? undefined : "transcriber.server.url must begin with wss://.";
}

/** A customer's own server, by the platform's protocol. https://docs.vapi.ai/customization/custom-transcriber, read on 2026-11-24. */
export function customTranscriber(settings: Transcriber, context: ProviderContext): StreamingTranscriber {
  const problem = customTranscriberProblem(settings);
  if (problem !== undefined) throw new ProviderError(problem, { provider: PROVIDER, part: "transcriber", retryable: false });
  const { url, headers } = objectOf(settings.server);
  const { protocol, host } = new URL(textOf(url));
  // By address, as another of the assistant's transcribers may be another server.
  const proof = objectOf(context.orgKeys?.[PROVIDER]?.[textOf(url)]);
  const given = Object.entries({ ...objectOf(headers), ...proof }).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return {
    ...{ provider: PROVIDER, model: PROVIDER, baseUrl: `${protocol.replace("ws", "http")}//${host}`, language: "" },
    isOutside: context.allowPrivateAddresses !== true,
    // A short value is no secret, and may be a part of other words.
    secrets: given.flatMap(([, value]) => (value.length >= SECRET_MIN_CHARACTERS ? [value] : [])),
    keyAdvice: "Check the headers and the credential of transcriber.server.",
    address: () => ({ url: textOf(url), headers: Object.fromEntries(given) }),
    open: session,
  };
}

/** The customer is on the first channel. The second is the assistant's, which needs no transcriber: it is silent. */
const session = (): TranscriberSession => ({
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
