import { BACKGROUND_SOUND_FILE, type BackgroundSound } from "@callwright/contract";
import { decodeWav } from "../media/decode-wav.ts";
import { makeLoop } from "../media/make-loop.ts";
import { officeSound } from "../media/office-sound.ts";
import { SoundFileError } from "../media/sound-file-error.ts";
import { PrivateAddressError } from "../net/address-guard.ts";
import { createOutsideFetch } from "../net/outside-fetch.ts";

const { maxBytes, maxSeconds, timeoutMs } = BACKGROUND_SOUND_FILE;

const outsideFetch = createOutsideFetch();

interface LoadOptions {
  /** May the file be on this machine or in its network? Default false. */
  allowPrivateAddresses?: boolean;
}

/** Loads a sound as a loop. Fails with a `SoundFileError`. */
export type BackgroundLoader = () => Promise<Int16Array>;

/** Undefined where no sound is wanted. */
export function backgroundLoader(sound: BackgroundSound, options: LoadOptions): BackgroundLoader | undefined {
  if (sound === "off") return undefined;
  return sound === "office" ? officeSound : () => loadFile(sound, options);
}

async function loadFile(url: string, { allowPrivateAddresses = false }: LoadOptions): Promise<Int16Array> {
  if (!/^https?:/i.test(url)) throw new SoundFileError("its URL is neither http nor https");
  const signal = AbortSignal.timeout(timeoutMs);
  const file = await download(url, allowPrivateAddresses ? fetch : outsideFetch, signal).catch((cause: unknown) => {
    if (cause instanceof SoundFileError) throw cause;
    throw new SoundFileError(signal.aborted ? `its server did not answer within ${timeoutMs / 1000} s` : failureOf(cause), {
      cause,
    });
  });
  return makeLoop(await decodeWav(file, maxSeconds));
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
