import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { AppContext } from "./app.ts";

const COMPRESSIBLE = /^(text\/|application\/(json|wasm|manifest)|image\/svg)/;

/** Below this, compression saves no packet. */
const COMPRESS_MIN_BYTES = 1024;

const ENCODERS = {
  // 6 of 11: nearly as small as the best, in a tenth of the time.
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof ENCODERS;

/** A file that is served as it is. */
export interface KeptFile {
  contentType: string;
  /** Its name carries a hash of its content. */
  immutable: boolean;
  /** Read or made, and compressed, when first asked for, then kept: a dashboard is a few megabytes. */
  bytes: (encoding: Encoding | undefined) => Promise<Buffer>;
}

export function keptFile(options: Omit<KeptFile, "bytes"> & { read: () => Promise<Buffer> }): KeptFile {
  const { read, ...file } = options;
  const kept = new Map<Encoding | undefined, Promise<Buffer>>();
  const bytes = (encoding: Encoding | undefined): Promise<Buffer> => {
    const known = kept.get(encoding);
    if (known !== undefined) return known;
    const made = encoding ? bytes(undefined).then(ENCODERS[encoding]) : read();
    kept.set(encoding, made);
    made.catch(() => kept.delete(encoding));
    return made;
  };
  return { ...file, bytes };
}

/** Answer with a file, compressed when that helps and the client can read it. */
export async function answerFile(c: AppContext, file: KeptFile): Promise<Response> {
  const encoding = COMPRESSIBLE.test(file.contentType) ? acceptedEncoding(c.req.header("accept-encoding")) : undefined;
  const plain = await file.bytes(undefined);
  const used = plain.length < COMPRESS_MIN_BYTES ? undefined : encoding;
  const bytes = used ? await file.bytes(used) : plain;
  c.header("Content-Type", file.contentType);
  c.header("Vary", "Accept-Encoding, Accept");
  c.header("Cache-Control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (used) c.header("Content-Encoding", used);
  return c.body(new Uint8Array(bytes));
}

function acceptedEncoding(header = ""): Encoding | undefined {
  const accepted = header.split(",").map((part) => part.trim().toLowerCase());
  const refused = new Set(accepted.filter((part) => /;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(";")[0]));
  const names = accepted.map((part) => part.split(";")[0]).filter((name) => !refused.has(name));
  return (["br", "gzip"] as const).find((encoding) => names.includes(encoding));
}
