/** One picture as I420: the planes Y, U and V one after another. U and V have half the width and height, rounded up. */
export interface VideoFrame {
  widthPx: number;
  heightPx: number;
  data: Uint8Array;
}

/** Gives `show` every frame from now on, until the returned function is called. */
export interface VideoSource {
  watch(show: (frame: VideoFrame) => void): () => void;
}

/** The picture of a call: a voice shows it, and every connection of the caller sends it. */
export class VideoFeed implements VideoSource {
  readonly #viewers = new Set<(frame: VideoFrame) => void>();

  /** Fails with a `RangeError` when the data does not fit the size. */
  readonly show = (frame: VideoFrame): void => {
    const { widthPx, heightPx, data } = frame;
    const bytes = bytesOf(widthPx, heightPx);
    if (data.length !== bytes)
      throw new RangeError(`A frame of ${widthPx} × ${heightPx} px has ${bytes} bytes of I420, and not ${data.length}.`);
    for (const view of this.#viewers) view(frame);
  };

  watch(show: (frame: VideoFrame) => void): () => void {
    this.#viewers.add(show);
    return () => this.#viewers.delete(show);
  }
}

const bytesOf = (widthPx: number, heightPx: number): number =>
  widthPx * heightPx + 2 * Math.ceil(widthPx / 2) * Math.ceil(heightPx / 2);
