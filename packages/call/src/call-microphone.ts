import { CallFailure } from "./call-failure.ts";
import { type MicrophoneState, type OpenMicrophone, stateOf, unavailable } from "./microphone.ts";

/**
 * The microphone of one call: opened, changed, replaced by the default one when it is unplugged, and released with the call.
 * A choice that was overtaken by a later one, or by the end of the call, is closed again. A track of the page's own is used and
 * never stopped: it is given back as it was, and when it ends nothing is opened that the page did not ask for.
 */
export class CallMicrophone {
  readonly #open: (deviceId?: string) => Promise<OpenMicrophone>;
  readonly #onChange: (opened: OpenMicrophone) => void;
  #onTrack: (track: MediaStreamTrack | undefined) => void = () => undefined;
  #current: OpenMicrophone | undefined;
  /** Of a track of the page's own: was it enabled when it came? Undefined for one that was opened here. */
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

  /** Why there is no microphone; undefined while there is one, or none was asked for yet. */
  get failure(): CallFailure | undefined {
    return this.#current && failureOf(this.#current.state);
  }

  /** What a person chose here last; the device is undefined for the default one. A room that opens the microphone itself goes by it. */
  get chosen(): { deviceId: string | undefined } | undefined {
    return this.#chosen;
  }

  /** Tell the room, which sends the sound, about every change from now on. */
  connect(onTrack: (track: MediaStreamTrack | undefined) => void): void {
    this.#onTrack = onTrack;
  }

  /** Use a track of the page's own. */
  borrow(track: MediaStreamTrack): void {
    this.#choices += 1;
    const wasEnabled = track === this.track ? (this.#wasEnabled ?? track.enabled) : track.enabled;
    this.#adopt({ track, state: stateOf(track) }, wasEnabled);
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

  /** The same for a person who chose: fails when the one they chose cannot be opened. */
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
      // Fires when the device is unplugged or taken away, not on stop().
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
