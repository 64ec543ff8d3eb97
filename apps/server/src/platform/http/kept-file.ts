import type { AppContext } from "./app.ts";
import { acceptedEncoding, COMPRESS_MIN_BYTES, compress, type Encoding } from "./compression.ts";

const COMPRESSIBLE = /^(text\/|application\/(json|wasm|manifest)|image\/svg)/;

/** A file that is served as it is. */
export interface KeptFile {
  contentType: string;
  /** Its name contains a hash of its content. */
  immutable: boolean;
  /** Read or made, and compressed, when first asked for, then kept: a dashboard is a few megabytes. */
  bytes: (encoding: Encoding | undefined) => Promise<Buffer>;
}

interface KeptFileOptions extends Omit<KeptFile, "bytes"> {
  read: () => Promise<Buffer>;
  /** The compressed forms that the build made. */
  readCompressed?: Partial<Record<Encoding, () => Promise<Buffer>>>;
}

export function keptFile({ read, readCompressed = {}, ...file }: KeptFileOptions): KeptFile {
  const kept = new Map<Encoding | undefined, Promise<Buffer>>();
  const bytes = (encoding: Encoding | undefined): Promise<Buffer> => {
    const known = kept.get(encoding);
    if (known !== undefined) return known;
    const made = encoding
      ? (readCompressed[encoding]?.() ?? bytes(undefined).then((plain) => compress(plain, encoding, "kept")))
      : read();
    kept.set(encoding, made);
    made.catch(() => kept.delete(encoding));
    return made;
  };
  return { ...file, bytes };
}

/** Answers with a file, compressed if that helps and the client can read it. */
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
