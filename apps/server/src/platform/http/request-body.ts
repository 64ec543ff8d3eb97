import { invalid, JSON_BODY_MAX_BYTES, JSON_MAX_DEPTH, PlatformError } from "@callwright/contract";
import type { AppContext } from "./app.ts";

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
  if (problems.length > 0) throw invalid(...problems);
}

/** The whole body. Fails with `body-too-large` past `maxBytes`, never having kept more than that, and with the reason of `signal`. */
export async function readBody(c: AppContext, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array> {
  // A body that announces a small size is read as a whole: a web stream takes longer than all other work on a small body.
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

/** More values than any real body, and few enough that checking them does not hold up other requests. */
const MAX_VALUES = 50_000;

/**
 * Why valid JSON cannot be stored: PostgreSQL refuses U+0000 and half surrogates in text, and functions that walk a value have limits of depth and
 * number. Empty if there is no problem.
 */
export function storabilityProblems(root: unknown): string[] {
  const problems: string[] = [];
  const pending = [{ value: root, path: "", depth: 0 }];
  let values = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, depth } = next;
    const subject = path || "The body";
    if (typeof value === "string" && !isText(value)) problems.push(`${subject} must not contain U+0000 or half a surrogate pair`);
    if (typeof value !== "object" || value === null) continue;
    if (depth >= JSON_MAX_DEPTH) return [`${subject} must not be nested deeper than ${JSON_MAX_DEPTH} levels`];
    const names = Object.keys(value);
    values += names.length;
    if (values > MAX_VALUES) return [`The body must not have more than ${MAX_VALUES} values`];
    for (const name of names) {
      if (!isText(name)) problems.push(`${subject} must not have property names with U+0000 or half a surrogate pair`);
      // Copying the object would set its prototype, or lose the field.
      else if (name === "__proto__") problems.push(`${path ? `${path}.` : ""}property __proto__ should not exist`);
      else pending.push({ value: Reflect.get(value, name), path: path ? `${path}.${name}` : name, depth: depth + 1 });
    }
  }
  return problems;
}

function isText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}
