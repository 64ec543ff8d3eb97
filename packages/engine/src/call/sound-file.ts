import { keepNewest, SOUND_FILE, timeLimit } from "@callwright/contract";
import { decodeMp3, isMp3 } from "../media/decode-mp3.ts";
import { decodeWav } from "../media/decode-wav.ts";
import { SoundFileError } from "../media/sound-file-error.ts";
import { PrivateAddressError } from "../net/address-guard.ts";
import { createOutsideFetch } from "../net/outside-fetch.ts";

const { maxBytes, maxSeconds, timeoutMs } = SOUND_FILE;
/** How long a sound stays loaded, so that the calls of an assistant load it once. */
const KEPT_MS = 300_000;
const KEPT_FILES = 8;

const outsideFetch = createOutsideFetch();

export interface LoadOptions {
  /** May the file be on this machine or in its network? Default false. */
  allowPrivateAddresses?: boolean;
}

interface Kept {
  sound: Promise<Int16Array>;
  atMs: number;
}
const kept = new Map<string, Kept>();

/** The sound of a WAV or MP3 file at the call's rate. Several calls get the same array. Fails with a `SoundFileError`. */
export function loadSoundFile(
  url: string,
  { allowPrivateAddresses = false }: LoadOptions,
  nowMs = performance.now(),
): Promise<Int16Array> {
  const name = `${allowPrivateAddresses} ${url}`;
  const known = kept.get(name);
  if (known && nowMs - known.atMs < KEPT_MS) return known.sound;
  const sound = load(url, allowPrivateAddresses ? fetch : outsideFetch);
  const entry = { sound, atMs: nowMs };
  keepNewest(kept, name, entry, KEPT_FILES);
  // The next call tries again.
  sound.catch(() => kept.get(name) === entry && kept.delete(name));
  return sound;
}

async function load(url: string, send: typeof fetch): Promise<Int16Array> {
  if (!/^https?:/i.test(url)) throw new SoundFileError("its URL is neither http nor https");
  const signal = timeLimit(timeoutMs);
  const file = await download(url, send, signal).catch((cause: unknown) => {
    if (cause instanceof SoundFileError) throw cause;
    throw new SoundFileError(signal.aborted ? `its server did not answer within ${timeoutMs / 1000} s` : failureOf(cause), {
      cause,
    });
  });
  return isMp3(file) ? decodeMp3(file, maxSeconds) : decodeWav(file, maxSeconds);
}

async function download(url: string, send: typeof fetch, signal: AbortSignal): Promise<Buffer> {
  const answer = await send(url, { signal });
  if (!answer.ok) throw new SoundFileError(`its server answered with status ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new SoundFileError(`its file has more than ${maxBytes / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failureOf(cause: unknown): string {
  if (cause instanceof PrivateAddressError)
    return "its URL leads to this server's own network, which only the operator can allow (ALLOW_PRIVATE_ADDRESSES=true)";
  return "its server could not be reached, or broke the connection off";
}
