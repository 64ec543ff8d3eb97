import { writeWave } from "../../media/wave.ts";
import { askProvider, isSuccess } from "../provider-request.ts";
import { failureOf, type HostedService, notUnderstood } from "./hosted-service.ts";
import { parseObject } from "./json-fields.ts";
import type { JsonObject } from "./streaming-transcriber.ts";

/** An utterance has at most 25 s, and its caller waits. */
const ANSWER_MS = 10_000;

export interface ServiceRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | FormData | Uint8Array<ArrayBuffer>;
}

/** Posts a request to a service. Answers its JSON; fails with a `ProviderError` in words. */
export async function askService(service: HostedService, request: ServiceRequest, signal: AbortSignal): Promise<JsonObject> {
  const { provider, isOutside } = service;
  const asked = { provider, part: "transcriber", isOutside } as const;
  const { status, text } = await askProvider(asked, { ...request, method: "POST", signal, timeoutMs: ANSWER_MS });
  if (!isSuccess(status)) throw failureOf(service, { status, message: messageIn(text) });
  return read(service, text);
}

function read(service: HostedService, text: string): JsonObject {
  try {
    return parseObject(text);
  } catch {
    throw notUnderstood(service);
  }
}

/** The sentence in the usual forms of errors: `{"error": {"message"}}`, `{"detail": {"message"}}`, `{"message"}`. */
function messageIn(text: string): string {
  try {
    const { error, detail, message } = parseObject(text) as Record<string, unknown>;
    for (const each of [error, detail, message]) {
      const told = typeof each === "object" && each !== null && "message" in each ? each.message : each;
      if (typeof told === "string") return told;
    }
  } catch {
    // The body is not JSON, so it is shown unchanged.
  }
  return text;
}

const SAMPLE_RATE = 16_000;

/** A WAV file of mono 16-bit sound at 16 kHz. `samples`: from −1 to 1. */
export const waveFile = (samples: Float32Array): Uint8Array<ArrayBuffer> =>
  writeWave({
    samples: Int16Array.from(samples, (value) => Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)))),
    sampleRate: SAMPLE_RATE,
  });

/** A form with the sound as a file, followed by the fields. Undefined fields are left out. */
export function soundForm(samples: Float32Array, fields: Readonly<Record<string, string | undefined>>): FormData {
  const form = new FormData();
  form.set("file", new Blob([waveFile(samples)], { type: "audio/wav" }), "speech.wav");
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}
