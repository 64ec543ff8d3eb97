/** What a handler returns instead of a value if the answer is a file, written as it is sent: texts become UTF-8. */
export class Download {
  readonly mediaType: string;
  /** Without quotes and control characters. */
  readonly fileName: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;

  constructor({ mediaType, fileName, chunks }: Pick<Download, "mediaType" | "fileName" | "chunks">) {
    this.mediaType = mediaType;
    this.fileName = fileName;
    this.chunks = chunks;
  }
}

/**
 * A download as the body of a response, no faster than its reader. Fails if the first chunk fails; a later failure, when the status has been sent,
 * goes to `onFailure` and breaks the connection, so that nobody mistakes a part for the whole file.
 */
export async function openDownload(
  { chunks }: Download,
  onFailure: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  let next: IteratorResult<string | Uint8Array> | undefined = await iterator.next();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = next ?? (await iterator.next());
        next = undefined;
        if (done) controller.close();
        else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      } catch (error) {
        onFailure(error);
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
