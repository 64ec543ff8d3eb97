import type { CallEnvironment } from "./call-environment.ts";
import { CallMicrophone } from "./call-microphone.ts";
import type { CreatedCall, JoinableCall } from "./create-web-call.ts";
import type { OpenMicrophone } from "./microphone.ts";
import type { RoomContext, RoomTransport } from "./room/room-transport.ts";
import { SpeakingDetector } from "./speaking-detector.ts";

export interface ActiveCallEvents {
  onMicrophone(opened: OpenMicrophone): void;
  onSpeaking(isSpeaking: boolean): void;
  /** The room could not release something. */
  onReleaseFailed(error: unknown): void;
  onPageLeft(): void;
}

/** The resources of one call. `release` frees all of them, in any state of the call. */
export class ActiveCall {
  readonly microphone: CallMicrophone;
  readonly speaking: SpeakingDetector;
  room: RoomTransport | undefined;
  /** The element that plays the assistant. */
  player: HTMLAudioElement | undefined;
  /** The ended status-update was emitted. It is only emitted once. */
  isEndTold = false;
  readonly #environment: CallEnvironment;
  readonly #events: ActiveCallEvents;
  readonly #abort = new AbortController();
  readonly #forgetPageLeft: () => void;
  #call: JoinableCall | undefined;
  /** The created room, or the one being created. */
  #roomCreation: Promise<RoomTransport> | undefined;
  /** This page created the call, so it releases the call's room on the server if it cannot join. */
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

  /** Aborted when the call ends. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The call from the server, where it takes up a call slot. */
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

  /** Opens the microphone: a device, the default one, or the page's track. Without one, the caller types. */
  async openMicrophone(source: string | MediaStreamTrack | boolean | undefined): Promise<void> {
    if (typeof source === "object") this.microphone.borrow(source);
    else await this.unlessOver(this.microphone.use(typeof source === "string" ? source : undefined));
  }

  /** Creates the call on the server. Rejects at once when the call ends. If the server still creates it, its room is released. */
  async create(request: () => Promise<CreatedCall>): Promise<CreatedCall> {
    return this.begin(() => request().then((call) => this.#adopt(call)));
  }

  /** Uses a running call. Its room is never released, because the call continues if this page cannot join it. */
  rejoin(call: JoinableCall): void {
    this.#call = call;
    this.#isOwn = false;
  }

  /** Creates the room. Loading its transport can take a while. `release` leaves a room that arrives after the end. */
  async createRoom(context: RoomContext): Promise<RoomTransport> {
    const room = await this.begin(() => {
      this.#roomCreation = this.#environment.createRoom(context);
      return this.#roomCreation;
    });
    this.signal.throwIfAborted();
    this.room = room;
    // The caller may have muted the microphone while the room was created.
    if (room.isMuted() !== this.#wantsMute) room.setMuted(this.#wantsMute);
    return room;
  }

  /** Leaves a room that could not be joined, so that joining can be retried. */
  async leaveRoom(): Promise<void> {
    const { room } = this;
    await room?.leave().catch((error: unknown) => this.#events.onReleaseFailed(error));
    if (this.room === room) this.room = undefined;
    this.#roomCreation = undefined;
  }

  /** Noise cancellation failed. Continues without it, and unmutes the microphone unless the caller muted it. */
  async goOnUnprocessed(): Promise<void> {
    await this.room?.disableAudioProcessing();
    if (!this.signal.aborted) this.room?.setMuted(this.#wantsMute);
  }

  /** Starts work unless the call has ended. Work that starts after `release` would never be released. */
  async begin<Result>(work: () => Promise<Result>): Promise<Result> {
    this.signal.throwIfAborted();
    return this.unlessOver(work());
  }

  /** The result of `work`. Rejects with the reason as soon as the call ends. */
  unlessOver<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(this.signal.reason);
      if (this.signal.aborted) abort();
      this.signal.addEventListener("abort", abort, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener("abort", abort));
    });
  }

  /** Waits. Rejects at once when the call ends. */
  pause(durationMs: number): Promise<void> {
    let cancel = () => {};
    const pause = new Promise<void>((resolve) => {
      cancel = this.#environment.schedule(resolve, durationMs);
    });
    return this.unlessOver(pause).finally(cancel);
  }

  /** Everything that the call waits for rejects with this reason. */
  interrupt(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Releases everything. Synchronous, except closing the audio device. Never rejects. */
  release(): Promise<void> {
    this.#released ??= this.#release();
    return this.#released;
  }

  async #release(): Promise<void> {
    this.#abort.abort();
    this.#forgetPageLeft();
    this.microphone.release();
    // Waits for a Daily room that is still being created, because it would block the next call's room.
    const room = this.room ?? (this.#roomCreation && (await this.#roomCreation.catch(() => undefined)));
    if (room) await room.leave().catch((error: unknown) => this.#events.onReleaseFailed(error));
    else if (this.#call && this.#isOwn) this.#environment.releaseRoom(this.#call.webCallUrl);
  }

  #adopt(call: CreatedCall): CreatedCall {
    this.#call = call;
    if (this.signal.aborted) this.#environment.releaseRoom(call.webCallUrl);
    return call;
  }
}
