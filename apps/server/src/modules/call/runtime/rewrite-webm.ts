import { type FileHandle, open } from "node:fs/promises";
import { Conversion, FilePathSource, Input, Output, WEBM, WebMOutputFormat } from "mediabunny";
import { limitProcess } from "../../../platform/isolation/process-limits.ts";
import { fileTarget } from "./file-target.ts";

/** An hour of video was rewritten in 230 MB. */
const MEMORY_MAX_BYTES = 1024 * 1024 * 1024;

/**
 * The process of `makeSeekable`: reads the WebM file of its first argument and writes that of its second, for at most the milliseconds
 * of its third. A malicious file may keep its reader busy forever; a process of its own limits the harm.
 */
async function rewrite(path: string, file: FileHandle): Promise<void> {
  const input = new Input({ source: new FilePathSource(path), formats: [WEBM] });
  const output = new Output({ format: new WebMOutputFormat(), target: fileTarget(file) });
  try {
    const copying = { copy: { mode: "forced" as const }, trim: { start: 0 }, showWarnings: false };
    const conversion = await Conversion.init({ input, output, ...copying });
    const [lost] = conversion.discardedTracks;
    // A recording with less in it is not the same recording.
    if (lost) throw new Error(`track ${lost.track.id} cannot be copied`);
    await conversion.execute();
  } finally {
    input.dispose();
  }
}

const [source, target, limitMs] = process.argv.slice(2);
if (!source || !target || !limitMs) throw new Error("rewrite-webm is started by makeSeekable");
limitProcess({ timeMs: Number(limitMs), memoryBytes: MEMORY_MAX_BYTES });
const file = await open(target, "w", 0o600);
await rewrite(source, file);
await file.close();
