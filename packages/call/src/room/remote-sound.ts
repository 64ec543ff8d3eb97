import { CallFailure } from "../call-failure.ts";

/** Plays the other side. The element belongs to the call and is never put into the page. */
export class RemoteSound {
  readonly element = new Audio();
  #stream: MediaStream | undefined;
  readonly #untouched = new AbortController();
  readonly #unplugged = new AbortController();

  /**
   * Silences the sound at once, including received sound that is not played yet: some 60 ms on a good path, 300 ms on a bad one. The track itself
   * becomes silent, so all its listeners hear the same.
   */
  hush(isHushed: boolean): void {
    for (const track of this.#stream?.getAudioTracks() ?? []) track.enabled = !isHushed;
  }

  /** Resolves when the sound plays; false if the browser waits for a touch of the page, after which it plays automatically. */
  async play(stream: MediaStream): Promise<boolean> {
    this.#stream = stream;
    this.element.srcObject = stream;
    // A telephone call interrupts the element, too.
    this.element.addEventListener("pause", this.#goOn, { signal: this.#unplugged.signal });
    try {
      await this.element.play();
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === "NotAllowedError") return false;
      throw error;
    }
  }

  readonly #goOn = (): void => {
    this.element.play().catch(() => this.playWhenTouched(() => undefined));
  };

  /** Play at the next touch of the page. */
  playWhenTouched(onPlaying: () => void): void {
    const { signal } = this.#untouched;
    const retry = () => {
      this.element.play().then(
        () => {
          this.#untouched.abort();
          onPlaying();
        },
        () => undefined,
      );
    };
    for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, retry, { signal });
  }

  /**
   * Play on this output; `default` is the system's. When it is unplugged, the system's takes over. Fails with `output-device-unsupported`
   * (the browser cannot choose) or `output-device-unavailable`.
   */
  async playOn(deviceId: string): Promise<void> {
    if (!this.element.setSinkId)
      throw new CallFailure("output-device-unsupported", "This browser plays on the system's output only.");
    // The empty id is the system's default; not every browser knows it by name.
    await this.element.setSinkId(deviceId === "default" ? "" : deviceId).catch((cause: unknown) => {
      throw new CallFailure("output-device-unavailable", "This output is not there, or the page may not use it.", { cause });
    });
    const { signal } = this.#unplugged;
    navigator.mediaDevices?.addEventListener("devicechange", this.#followDevices, { signal });
  }

  readonly #followDevices = async (): Promise<void> => {
    const { sinkId } = this.element;
    if (!sinkId) return;
    const devices = await navigator.mediaDevices.enumerateDevices();
    const isThere = devices.some(({ kind, deviceId }) => kind === "audiooutput" && deviceId === sinkId);
    // A choice that was made in the meantime stands.
    if (isThere || this.#unplugged.signal.aborted || this.element.sinkId !== sinkId) return;
    await this.element.setSinkId("").catch(() => undefined);
  };

  close(): void {
    this.#untouched.abort();
    this.#unplugged.abort();
    this.element.pause();
    this.element.srcObject = null;
  }
}
