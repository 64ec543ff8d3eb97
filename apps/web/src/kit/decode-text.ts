/** What spreadsheets save text in. */
export type TextEncoding = "UTF-8" | "UTF-16" | "Windows-1252" | "Mac Roman";

/** Those of a file that begins with no mark. A person chooses when the guess is wrong. */
export const CHOSEN_ENCODINGS = ["Windows-1252", "UTF-8", "Mac Roman"] as const;
const LABELS = { "Windows-1252": "windows-1252", "UTF-8": "utf-8", "Mac Roman": "macintosh" } as const;

export const decodeAs = (bytes: Uint8Array, encoding: (typeof CHOSEN_ENCODINGS)[number]): string =>
  new TextDecoder(LABELS[encoding]).decode(bytes);

/**
 * Decodes a text file whose encoding is not told: by its byte order mark, as UTF-16 by the zero bytes of its Latin letters, as UTF-8 if it is
 * valid, and else as Windows-1252, in which Excel saves CSV.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return read(bytes, "utf-16le", "UTF-16");
  if (first === 0xfe && second === 0xff) return read(bytes, "utf-16be", "UTF-16");
  const half = zeroHalf(bytes);
  if (half !== undefined) return read(bytes, half, "UTF-16");
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return read(bytes, "windows-1252", "Windows-1252");
  }
}

const read = (bytes: Uint8Array, label: string, encoding: TextEncoding) => ({
  text: new TextDecoder(label).decode(bytes),
  encoding,
});

const SAMPLE_BYTES = 4_096;

/** UTF-16 without a mark: most of its even bytes are zero, or most of the odd ones. Other encodings have no zero bytes. */
function zeroHalf(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let [even, odd] = [0, 0];
  sample.forEach((byte, place) => {
    if (byte !== 0) return;
    if (place % 2 === 0) even += 1;
    else odd += 1;
  });
  const most = Math.max(even, odd);
  if (most === 0 || most < sample.length / 4) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}
