import type { CallEnvironment } from "./call-environment.ts";
import { CallMicrophone } from "./call-microphone.ts";
import type { CreatedCall, JoinableCall } from "./create-web-call.ts";
import type { OpenMicrophone } from "./microphone.ts";
import type { RoomContext, RoomTransport } from "./room/room-transport.ts";
import { SpeakingDetector } from "./speaking-detector.ts";

export interface ActiveCallEvents {
  onMicrophone(opened: OpenMicrophone): void;
  onSpeaking(isSpeaking: boolean): void;
  /** The room could not let go of something. */
  onReleaseFailed(error: unknown): void;
  onPageLeft(): void;
}

/** What one call holds, and its release: nothing of a call outlives `release`, wherever the call stood. */
export class ActiveCall {
  readonly microphone: CallMicrophone;
  readonly speaking: SpeakingDetector;
  room: RoomTransport | undefined;
  /** The ended status-update was emitted; it is emitted once. */
  isEndTold = false;
  readonly #environment: CallEnvironment;
  readonly #events: ActiveCallEvents;
  readonly #abort = new AbortController();
  readonly #forgetPageLeft: () => void;
  #call: JoinableCall | undefined;
  /** The room that is being made, or was. */
  #roomCreation: Promise<RoomTransport> | undefined;
  /** The call was made by this page, for this page: without a room it is given back. */
  #isOwn = true;
  #wantsMute = false;
  #released: Promise<void> | undefined;

  constructor(environment: CallEnvironment, events: ActiveCallEvents) {
    this.#environment = environment;
    this.#events = events;
    this.microphone = new CallMicrophone((deviceId) => environment.openMicrophone(deviceId), events.onMicrophone);
    this.speaking = new SpeakingDetector(environment.schedule, events.onSpeaking);
    this.#forgetPageLeft = environment.onPageLeft(events.onPageLeft);
  }

  /** Aborted when the call is over. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The call as the server made it; it holds a place there. */
  get call(): JoinableCall | undefined {
    return this.#call;
  }

  get released(): Promise<void> | undefined {
    return this.#released;
  }

  get isMuted(): boolean {
    return this.room ? this.room.isMuted() : this.microphone.isMuted;
  }

  setMuted(isMuted: boolean): void {
    this.#wantsMute = isMuted;
    (this.room ?? this.microphone).setMuted(isMuted);
  }

  /** Open the microphone: a device, the default one, or a track of the page's own. Without one the caller types. */
  async openMicrophone(source: string | MediaStreamTrack | boolean | undefined): Promise<void> {
    if (typeof source === "object") this.microphone.borrow(source);
    else await this.unlessOver(this.microphone.use(typeof source === "string" ? source : undefined));
  }

  /** Make the call with the server. Fails at once when the call is over; one that the server makes nevertheless is given back. */
  async create(request: () => Promise<CreatedCall>): Promise<CreatedCall> {
    return this.begin(() => request().then((call) => this.#adopt(call)));
  }

  /** Take up a call that runs already. It is never given back: it is not over when this page cannot join it. */
  rejoin(call: JoinableCall): void {
    this.#call = call;
    this.#isOwn = false;
  }

  /** Stand before the room. Loading its transport may take a while; one that comes when the call is over is left by `release`. */
  async createRoom(context: RoomContext): Promise<RoomTransport> {
    const room = await this.begin(() => {
      this.#roomCreation = this.#environment.createRoom(context);
      return this.#roomCreation;
    });
    this.signal.throwIfAborted();
    this.room = room;
    // The caller may have muted the microphone while the room was being made.
    if (room.isMuted() !== this.#wantsMute) room.setMuted(this.#wantsMute);
    return room;
  }

  /** Leave a room that could not be joined, so that it can be tried again. */
  async leaveRoom(): Promise<void> {
    const { room } = this;
    await room?.leave().catch((error: unknown) => this.#events.onReleaseFailed(error));
    if (this.room === room) this.room = undefined;
    this.#roomCreation = undefined;
  }

  /** Noise cancellation broke down: go on without it, and open the microphone again, unless the caller has muted it. */
  async goOnUnprocessed(): Promise<void> {
    await this.room?.disableAudioProcessing();
    if (!this.signal.aborted) this.room?.setMuted(this.#wantsMute);
  }

  /** Begin work, and wait for it, unless the call is over. What begins after the release would be released by nobody. */
  async begin<Result>(work: () => Promise<Result>): Promise<Result> {
    this.signal.throwIfAborted();
    return this.unlessOver(work());
  }

  /** What `work` comes to, or the reason why the call is over, as soon as it is. */
  unlessOver<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(this.signal.reason);
      if (this.signal.aborted) abort();
      this.signal.addEventListener("abort", abort, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener("abort", abort));
    });
  }

  /** Wait, or fail at once when the call is over. */
  pause(durationMs: number): Promise<void> {
    let cancel = () => {};
    const pause = new Promise<void>((resolve) => {
      cancel = this.#environment.schedule(resolve, durationMs);
    });
    return this.unlessOver(pause).finally(cancel);
  }

  /** Whatever the call waits for fails with this. */
  interrupt(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Let go of everything; all but the closing of the audio device happens before this returns. Never rejects. */
  release(): Promise<void> {
    this.#released ??= this.#release();
    return this.#released;
  }

  async #release(): Promise<void> {
    this.#abort.abort();
    this.#forgetPageLeft();
    this.speaking.stop();
    this.microphone.release();
    // A room at Daily that comes later would stand in the way of the next call's: it is waited for.
    const room = this.room ?? (this.#roomCreation && (await this.#roomCreation.catch(() => undefined)));
    if (room) await room.leave().catch((error: unknown) => this.#events.onReleaseFailed(error));
    else if (this.#call && this.#isOwn) this.#environment.giveBackRoom(this.#call.webCallUrl);
  }

  #adopt(call: CreatedCall): CreatedCall {
    this.#call = call;
    if (this.signal.aborted) this.#environment.giveBackRoom(call.webCallUrl);
    return call;
  }
}
