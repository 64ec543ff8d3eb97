import { CallFailure } from "./call-failure.ts";
import { type MicrophoneState, type OpenMicrophone, stateOf, unavailable } from "./microphone.ts";

/**
 * The microphone of one call. An unplugged one is replaced by the default one. It is released with the call.
 * An outdated choice is closed again. The page's track is used but never stopped: it is returned unchanged, and when it ends, no other
 * device is opened.
 */
export class CallMicrophone {
  readonly #open: (deviceId?: string) => Promise<OpenMicrophone>;
  readonly #onChange: (opened: OpenMicrophone) => void;
  #onTrack: (track: MediaStreamTrack | undefined) => void = () => undefined;
  #current: OpenMicrophone | undefined;
  /** The original `enabled` of the page's track. Undefined for a track opened here. */
  #wasEnabled: boolean | undefined;
  #choices = 0;
  #chosen: { deviceId: string | undefined } | undefined;
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

  /** Why there is no microphone. Undefined if there is one or none was requested yet. */
  get failure(): CallFailure | undefined {
    return this.#current && failureOf(this.#current.state);
  }

  /** The last choice. The device is undefined for the default one. Rooms that open the microphone themselves use it. */
  get chosen(): { deviceId: string | undefined } | undefined {
    return this.#chosen;
  }

  /** Reports every later change to the room, which sends the audio. */
  connect(onTrack: (track: MediaStreamTrack | undefined) => void): void {
    this.#onTrack = onTrack;
  }

  /** Uses the page's track. */
  borrow(track: MediaStreamTrack): void {
    this.#choices += 1;
    const wasEnabled = track === this.track ? (this.#wasEnabled ?? track.enabled) : track.enabled;
    this.#adopt({ track, state: stateOf(track) }, wasEnabled);
  }

  /** Opens a microphone, by default the default one. If that fails, keeps the current one if it works. */
  async use(deviceId?: string): Promise<MicrophoneState> {
    this.#choices += 1;
    const choice = this.#choices;
    const opened = await this.#open(deviceId);
    if (this.#isReleased || choice !== this.#choices) opened.track?.stop();
    else if (opened.track || this.track?.readyState !== "live") this.#adopt(opened);
    return opened.state;
  }

  /** The same for a user's choice. Rejects if that microphone cannot be opened. */
  async choose(deviceId?: string): Promise<void> {
    this.#chosen = { deviceId };
    const failure = failureOf(await this.use(deviceId));
    if (failure) throw failure;
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    if (this.track && !this.#isReleased) this.track.enabled = !isMuted;
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    letGo(this.track, this.#wasEnabled);
  }

  #adopt(opened: OpenMicrophone, wasEnabled?: boolean): void {
    const before = { track: this.track, wasEnabled: this.#wasEnabled };
    this.#current = opened;
    this.#wasEnabled = wasEnabled;
    if (opened.track) {
      const { track } = opened;
      track.enabled = !this.#isMuted;
      // Fires when the device is unplugged or lost, not on stop().
      track.addEventListener("ended", () => {
        if (this.track === track && !this.#isReleased) this.#lost();
      });
    }
    this.#onChange(opened);
    this.#onTrack(opened.track);
    if (before.track !== opened.track) letGo(before.track, before.wasEnabled);
  }

  #lost(): void {
    if (this.#wasEnabled === undefined) void this.use();
    else {
      this.#choices += 1;
      this.#adopt(unavailable("missing"));
    }
  }
}

function letGo(track: MediaStreamTrack | undefined, wasEnabled: boolean | undefined): void {
  if (!track) return;
  if (wasEnabled === undefined) track.stop();
  else track.enabled = wasEnabled;
}

function failureOf(state: MicrophoneState): CallFailure | undefined {
  return state.status === "unavailable" ? new CallFailure(`microphone-${state.problem}`, state.message) : undefined;
}
