import type { FileHandle } from "node:fs/promises";
import { StreamTarget, type StreamTargetChunk } from "mediabunny";

/** Writes a media file as it is made. */
export function fileTarget(file: FileHandle): StreamTarget {
  const writable = new WritableStream<StreamTargetChunk>({
    write: async ({ data, position }) => void (await file.write(data, 0, data.byteLength, position)),
  });
  return new StreamTarget(writable, { chunked: true });
}
