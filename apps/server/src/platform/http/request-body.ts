import { JSON_BODY_MAX_BYTES, PlatformError } from "@callwright/contract";
import type { AppContext } from "./app.ts";
import { storabilityProblems } from "./storability.ts";

/**
 * A body that is too large is read on and thrown away, up to this much, before the refusal is sent: a client that
 * first writes everything and then reads would otherwise see a broken connection instead of the 413.
 */
export const DISCARD_MAX_BYTES = 512 * 1024 * 1024;

/**
 * The JSON body of a request; undefined for none where there `mayBeEmpty`. Fails with `unsupported-media-type`, `body-too-large`,
 * `json-invalid` or `validation-failed`.
 */
export async function readJsonBody(c: AppContext, { mayBeEmpty = false } = {}): Promise<{ text: string; value: unknown }> {
  const mediaType = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  const bytes = await readBody(c, JSON_BODY_MAX_BYTES);
  if (bytes.length > 0 && mediaType !== "application/json" && !mediaType?.endsWith("+json"))
    throw new PlatformError("unsupported-media-type", { expected: "application/json" });
  if (bytes.length === 0 && mayBeEmpty) return { text: "", value: undefined };
  const text = decode(bytes);
  const value = parse(text);
  requireStorable(value);
  return { text, value };
}

/** Fails with `validation-failed` when a body could not be stored, whatever its schema says. */
export function requireStorable(value: unknown): void {
  const problems = storabilityProblems(value);
  if (problems.length > 0) throw new PlatformError("validation-failed", {}, { problems });
}

/** The whole body. Fails with `body-too-large` past `maxBytes`, never having kept more than that, and with the reason of `signal`. */
export async function readBody(c: AppContext, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array> {
  // What says it is small is read whole: a web stream of it takes longer than all else that is done with a small body.
  const announcedBytes = Number(c.req.header("content-length"));
  if (announcedBytes <= maxBytes && !signal) return new Uint8Array(await c.req.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = c.req.raw.body?.getReader();
  if (!reader) return new Uint8Array();
  signal?.addEventListener("abort", () => void reader.cancel(signal.reason).catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    signal?.throwIfAborted();
    if (done) break;
    size += value.byteLength;
    if (size <= maxBytes) chunks.push(value);
    else chunks.length = 0;
    if (size > DISCARD_MAX_BYTES) break;
  }
  if (size > maxBytes) throw new PlatformError("body-too-large", { maxBytes });
  return Buffer.concat(chunks, size);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new PlatformError("json-invalid", { detail: "it is not UTF-8." }, { cause });
  }
}

function parse(text: string): unknown {
  if (text.trim() === "") throw new PlatformError("json-invalid", { detail: "it is empty." });
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's message quotes what it could not read; only where is safe to repeat.
    const position = /position (\d+)/.exec(String(error))?.[1];
    throw new PlatformError("json-invalid", { detail: position ? `look at character ${position}.` : "it ends too early." });
  }
}
