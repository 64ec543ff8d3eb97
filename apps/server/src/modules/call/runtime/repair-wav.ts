import { type FileHandle, open } from "node:fs/promises";

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Where a chunk `fmt ` keeps its bytes per second. */
const BYTE_RATE_OFFSET = 8;
/** Maximum chunks before the sound that are read; our files have one. */
const MAX_CHUNKS = 16;

/**
 * Makes a truncated WAV file playable: corrects the length in its header.
 * Answers the duration in milliseconds; null when the file has no sound or is no WAV file.
 */
export async function repairWav(path: string): Promise<number | null> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const sound = await findSound(file);
    if (!sound || size <= sound.dataStart || sound.byteRate === 0) return null;
    const dataBytes = size - sound.dataStart;
    await writeUInt32(file, 4, size - CHUNK_HEADER_BYTES);
    await writeUInt32(file, sound.dataStart - 4, dataBytes);
    return (dataBytes / sound.byteRate) * 1000;
  } finally {
    await file.close();
  }
}

/** Where the samples begin, and how many bytes a second of them takes. */
async function findSound(file: FileHandle): Promise<{ dataStart: number; byteRate: number } | null> {
  const riff = await read(file, 0, RIFF_HEADER_BYTES);
  if (riff.toString("latin1", 0, 4) !== "RIFF" || riff.toString("latin1", 8, 12) !== "WAVE") return null;
  let byteRate = 0;
  let position = RIFF_HEADER_BYTES;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const header = await read(file, position, CHUNK_HEADER_BYTES);
    if (header.length < CHUNK_HEADER_BYTES) return null;
    position += CHUNK_HEADER_BYTES;
    const name = header.toString("latin1", 0, 4);
    if (name === "data") return { dataStart: position, byteRate };
    if (name === "fmt ") byteRate = await readUInt32(file, position + BYTE_RATE_OFFSET);
    const sizeBytes = header.readUInt32LE(4);
    position += sizeBytes + (sizeBytes % 2);
  }
  return null;
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** 0 past the end of the file. */
async function readUInt32(file: FileHandle, position: number): Promise<number> {
  const bytes = await read(file, position, 4);
  return bytes.length === 4 ? bytes.readUInt32LE(0) : 0;
}

async function writeUInt32(file: FileHandle, position: number, value: number): Promise<void> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  await file.write(bytes, 0, 4, position);
}
