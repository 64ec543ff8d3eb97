import { stat } from "node:fs/promises";
import { FILE_MAX_BYTES, type FileExtension } from "@callwright/contract";
import { runIsolated } from "../../../platform/isolation/isolated-process.ts";

const READER = new URL("./read-text.js", import.meta.url);
const HEAP_MAX_MEGABYTES = 512;
const MEGABYTE = 1024 * 1024;

export interface ExtractLimits {
  /** 36 pages of a manual took 1.2 s. */
  timeoutMs: number;
  /** Small files may unpack to any size. A manual took 120 MB. */
  memoryMaxBytes: number;
  /** In bytes of UTF-8. A file in another encoding grows by up to half. */
  textMaxBytes: number;
}

const LIMITS: ExtractLimits = { timeoutMs: 120_000, memoryMaxBytes: 1024 * MEGABYTE, textMaxBytes: 2 * FILE_MAX_BYTES };

/** Where the results are written. */
export interface ExtractTargets {
  /** Path of the text, in UTF-8. */
  text: string;
  /** Lines of JSON: `StoredPassage`. */
  passages: string;
}

/**
 * Writes the text of `source` and its passages. Returns the size of the text in bytes, or why there is no text. Strangers made the file, so it is
 * read in a separate process. Rejects only when `signal` aborts.
 */
export async function extractText(
  orgId: string,
  source: string,
  kind: FileExtension | "html",
  targets: ExtractTargets,
  signal: AbortSignal,
  limits: ExtractLimits = LIMITS,
): Promise<{ bytes: number } | { failure: string }> {
  const { timeoutMs, memoryMaxBytes, textMaxBytes } = limits;
  const args = [source, kind, targets.text, targets.passages, String(timeoutMs), String(memoryMaxBytes)];
  let failure: string;
  try {
    failure = await runIsolated(orgId, READER, args, { timeoutMs, heapMaxMegabytes: HEAP_MAX_MEGABYTES, signal });
  } catch {
    signal.throwIfAborted();
    failure = "Reading it takes too long, or too much memory. Split it, or upload it as text.";
  }
  if (failure !== "") return { failure };
  const { size } = await stat(targets.text);
  return size <= textMaxBytes ? { bytes: size } : { failure: `It has more than ${textMaxBytes} bytes of text. Split it.` };
}
