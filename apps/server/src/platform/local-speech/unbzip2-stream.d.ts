declare module "unbzip2-stream" {
  /** Decompresses bzip2. It is a stream of Node's first version: `Readable.wrap` makes it one of today's. */
  export default function unbzip2Stream(): NodeJS.ReadWriteStream;
}
