/** In bytes. 10,000 tokens are about 3 MB of events. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024;

/** A `fetch` that fails answers above a limit: an assistant may name any server, and that server may never stop sending. */
export const boundedFetch =
  (send: typeof fetch, maxBytes = ANSWER_MAX_BYTES): typeof fetch =>
  async (input, init) => {
    const tooLarge = new AbortController();
    const signals = init?.signal ? [init.signal, tooLarge.signal] : [tooLarge.signal];
    const response = await send(input, { ...init, signal: AbortSignal.any(signals) });
    if (!response.body) return response;
    let leftBytes = maxBytes;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        leftBytes -= chunk.byteLength;
        if (leftBytes < 0) tooLarge.abort(new Error(`The answer is larger than ${maxBytes} bytes.`));
        else controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), response);
  };
