import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Below this, compression saves no packet. */
export const COMPRESS_MIN_BYTES = 1024;

export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The quality of brotli, from 0 to 11. A kept file is compressed once: 6 is nearly as small as 11, in a tenth of the time. An answer uses
 * 4, which costs as much as gzip.
 */
const BROTLI_QUALITY = { kept: 6, once: 4 };

/** `kept`: the result is used more than once. */
export async function compress(bytes: Buffer, encoding: Encoding, use: keyof typeof BROTLI_QUALITY): Promise<Buffer> {
  if (encoding === "gzip") return promisify(gzip)(bytes);
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[use] } });
}

/** The best encoding that an `Accept-Encoding` header permits. */
export function acceptedEncoding(header = ""): Encoding | undefined {
  const accepted = header.split(",").map((part) => part.trim().toLowerCase());
  const refused = new Set(accepted.filter((part) => /;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(";")[0]));
  const names = accepted.map((part) => part.split(";")[0]).filter((name) => !refused.has(name));
  return ENCODINGS.find((encoding) => names.includes(encoding));
}
