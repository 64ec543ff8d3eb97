import { stat } from "node:fs/promises";
import { runIsolated } from "../../../platform/isolation/isolated-process.ts";

/** A start on a busy machine, and a fifth of the speed at which a very busy two-core one made the four MP3 files (350 kB/s). */
const START_MS = 60_000;
const BYTES_PER_MS = 70;
const HEAP_MAX_MEGABYTES = 512;
const SPLITTER = new URL("./split-recording-process.js", import.meta.url);

/** The format of a call's recording files: their extension. */
export type RecordingFormat = "wav" | "mp3";

interface SplitOptions {
  orgId: string;
  format: RecordingFormat;
  /** The requested files, by name. */
  files: Partial<Record<SplitName, string>>;
  signal: AbortSignal;
}

/** `stereo`: the whole recording in another format. */
export type SplitName = "stereo" | "mono" | "customer" | "assistant";

/** Writes a stereo WAV recording as further files, in one pass and in a process of its own. Rejects when it cannot be read in time. */
export async function splitRecording(source: string, { orgId, format, files, signal }: SplitOptions): Promise<void> {
  const timeoutMs = START_MS + Math.ceil((await stat(source)).size / BYTES_PER_MS);
  const limits = { timeoutMs, heapMaxMegabytes: HEAP_MAX_MEGABYTES, signal };
  await runIsolated(orgId, SPLITTER, [source, format, JSON.stringify(files), String(timeoutMs)], limits);
}
