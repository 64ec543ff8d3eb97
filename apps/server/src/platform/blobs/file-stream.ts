import type { FileHandle } from "node:fs/promises";
import type { ByteRange } from "./byte-range.ts";

const CHUNK_BYTES = 64 * 1024;

/**
 * Bytes of an open file as a web stream that reads only on demand. Closes the file at the end and when the reader goes away.
 * (`Readable.toWeb` throws outside any promise when a client disconnects in the middle of a read.)
 */
export function fileStream(file: FileHandle, range: ByteRange): ReadableStream<Uint8Array> {
  let position = range.first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { bytesRead, buffer } = await readChunk(file, position, range.last);
          if (bytesRead === 0) throw new Error("the file is shorter than it was when it was opened");
          position += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
          if (position <= range.last) return;
          controller.close();
          await file.close();
        } catch (error) {
          await file.close().catch(() => {});
          throw error;
        }
      },
      async cancel() {
        await file.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function readChunk(file: FileHandle, position: number, last: number) {
  const length = Math.min(CHUNK_BYTES, last - position + 1);
  return file.read(new Uint8Array(length), 0, length, position);
}
