import { ProviderError } from "../../model/provider-error.ts";
import { keyAdvice } from "../provider-key.ts";
import { quoted } from "../status-failure.ts";
import { ServiceFailure } from "./sound-format.ts";
import type { OwnServer, VoiceRequest, VoiceService } from "./voice-service.ts";

/** Maximum characters of a refusal that are read. */
const REFUSAL_CHARACTERS = 400;
/** In bytes. A phrase of 120 characters is ten seconds: 1 MB at 48 kHz. */
const SOUND_MAX_BYTES = 16 * 1024 * 1024;

export interface PhraseRequest extends VoiceRequest {
  service: VoiceService;
  baseUrl: string;
  /** Undefined for a service with a key. */
  server: OwnServer | undefined;
  voiceId: string;
  /** Kept out of every message. */
  secrets: readonly string[];
  send: typeof fetch;
  signal: AbortSignal;
}

/** The sound of one phrase as it arrives: bytes of 16-bit samples. Fails with a `ProviderError`, or with the signal's reason. */
export async function* speakPhrase(request: PhraseRequest): AsyncGenerator<Uint8Array> {
  const { service, signal } = request;
  let bytes = 0;
  try {
    const response = await open(request);
    const body = response.body ?? emptyBody();
    for await (const piece of service.sound?.(body) ?? body) {
      bytes += piece.byteLength;
      if (bytes > SOUND_MAX_BYTES) throw failure(request, "sent more sound than a phrase has.", true);
      yield piece;
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw readable(error, request);
  }
  if (bytes === 0) throw failure(request, "sent no sound.", true);
}

async function open(request: PhraseRequest): Promise<Response> {
  const { baseUrl, path, headers, body, send, signal, server } = request;
  const isText = typeof body === "string";
  const late = new AbortController();
  const timer = server && setTimeout(() => late.abort(), server.timeoutMs);
  try {
    const response = await send(`${baseUrl.replace(/\/+$/, "")}${path}`, {
      method: "POST",
      headers: { ...(!isText && { "content-type": "application/json" }), ...headers },
      body: isText ? body : JSON.stringify(body),
      signal: AbortSignal.any([signal, late.signal]),
      // A redirect could carry the key to another host.
      redirect: "error",
    });
    if (response.ok) return response;
    throw await refusal(response, request);
  } catch (error) {
    if (server && late.signal.aborted) throw failure(request, `did not answer within ${server.timeoutMs / 1000} s.`, true);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

async function refusal(response: Response, request: PhraseRequest): Promise<ProviderError> {
  const { status } = response;
  const { service, server, voiceId } = request;
  const detail = quoted(await firstText(response), request.secrets);
  const advice = server ? "Check the headers and the credential of voice.server." : keyAdvice(service.provider);
  if (status === 401) return failure(request, `refused the key. ${advice}`, false);
  if (status === 403)
    return failure(request, `does not let this key use ${server ? "its voice" : `'${voiceId}'`}.${detail} ${advice}`, false);
  if (status === 404)
    return failure(request, server ? `has nothing at ${request.path}.${detail}` : `has no voice '${voiceId}'.${detail}`, false);
  if (status === 429) return failure(request, `has reached its limit of requests.${detail}`, true);
  return failure(request, `answered with status ${status}.${detail}`, status >= 500);
}

/** The beginning of a refusal; "" when it cannot be read. */
async function firstText(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? emptyBody()) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > REFUSAL_CHARACTERS) break;
    }
  } catch {
    // The status is enough.
  }
  return text;
}

function readable(error: unknown, request: PhraseRequest): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof ServiceFailure) return failure(request, `failed.${quoted(error.message, request.secrets)}`, true);
  if (error instanceof SyntaxError) return failure(request, "sent an answer that is not understood.", true);
  const { origin } = new URL(request.baseUrl);
  return failure(request, `could not be reached at ${origin}, or the connection broke.`, true);
}

function failure({ service: { provider } }: PhraseRequest, what: string, retryable: boolean): ProviderError {
  return new ProviderError(`${provider} ${what}`, { provider, part: "voice", retryable });
}
