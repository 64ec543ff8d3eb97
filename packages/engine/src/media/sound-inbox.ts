/** Frames handled in one turn of the event loop. */
const FRAMES_PER_TURN = 10;
/** Maximum waiting frames of 10 ms: 5 s. A caller who is heard later has hung up or repeats the words. */
const WAITING_MAX = 500;

/**
 * Collects frames of sound from the callback that delivers them, and passes them on in later turns of the event loop. The WebRTC library calls back
 * for one frame after the other until none is left, with all promise jobs in between. If a frame takes longer than the 10 ms that it lasts, as on a
 * machine without free CPU time, this would never end: no timer would run and no message would be read. If too many frames wait, the oldest are
 * dropped.
 */
export class SoundInbox<Frame> {
  readonly #onFrame: (frame: Frame) => void;
  #waiting: Frame[] = [];
  #turn: NodeJS.Immediate | undefined;

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }

  push(frame: Frame): void {
    if (this.#waiting.length === WAITING_MAX) this.#waiting.shift();
    this.#waiting.push(frame);
    this.#turn ??= setImmediate(() => this.#handle());
  }

  /** Drops waiting frames. */
  close(): void {
    this.#waiting = [];
    clearImmediate(this.#turn);
  }

  #handle(): void {
    const frames = this.#waiting.splice(0, FRAMES_PER_TURN);
    this.#turn = this.#waiting.length > 0 ? setImmediate(() => this.#handle()) : undefined;
    for (const frame of frames) this.#onFrame(frame);
  }
}
