import type { MicrophoneState, OpenMicrophone } from "./microphone.ts";

/**
 * The microphone of one call: opened, changed, replaced by the default one when it is unplugged, and released with the call.
 * A choice that was overtaken by a later one, or by the end of the call, is closed again.
 */
export class CallMicrophone {
  readonly #open: (deviceId?: string) => Promise<OpenMicrophone>;
  readonly #onChange: (opened: OpenMicrophone) => void;
  #current: OpenMicrophone | undefined;
  #choices = 0;
  #isMuted = false;
  #isReleased = false;

  constructor(open: (deviceId?: string) => Promise<OpenMicrophone>, onChange: (opened: OpenMicrophone) => void) {
    this.#open = open;
    this.#onChange = onChange;
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  get track(): MediaStreamTrack | undefined {
    return this.#current?.track;
  }

  /** Open a microphone, the default one when none is named. When that fails, one that still works is kept. */
  async use(deviceId?: string): Promise<MicrophoneState> {
    this.#choices += 1;
    const choice = this.#choices;
    const opened = await this.#open(deviceId);
    if (this.#isReleased || choice !== this.#choices) opened.track?.stop();
    else if (opened.track || this.track?.readyState !== "live") this.#adopt(opened);
    return opened.state;
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    if (this.track) this.track.enabled = !isMuted;
  }

  release(): void {
    this.#isReleased = true;
    this.track?.stop();
  }

  #adopt(opened: OpenMicrophone): void {
    const before = this.track;
    this.#current = opened;
    if (opened.track) {
      const { track } = opened;
      track.enabled = !this.#isMuted;
      // Fires when the device is unplugged or taken away, not on stop().
      track.addEventListener("ended", () => {
        if (this.track === track && !this.#isReleased) void this.use();
      });
    }
    this.#onChange(opened);
    before?.stop();
  }
}
