import type { CallEnvironment } from "./call-environment.ts";
import { CallMicrophone } from "./call-microphone.ts";
import type { CreatedCall, JoinableCall } from "./create-web-call.ts";
import type { OpenMicrophone } from "./microphone.ts";
import type { RoomContext, RoomTransport } from "./room/room-transport.ts";
import { SpeakingDetector } from "./speaking-detector.ts";

export interface ActiveCallEvents {
  onMicrophone(opened: OpenMicrophone): void;
  onSpeaking(isSpeaking: boolean): void;
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
  readonly #abort = new AbortController();
  readonly #forgetPageLeft: () => void;
  #call: JoinableCall | undefined;
  #released: Promise<void> | undefined;

  constructor(environment: CallEnvironment, events: ActiveCallEvents) {
    this.#environment = environment;
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

  /** Make the call with the server. Fails at once when the call is over; one that the server makes nevertheless is given back. */
  async create(request: () => Promise<CreatedCall>): Promise<CreatedCall> {
    this.signal.throwIfAborted();
    const over = new Promise<never>((_, reject) => {
      this.signal.addEventListener("abort", () => reject(this.signal.reason), { once: true });
    });
    return Promise.race([request().then((call) => this.#adopt(call)), over]);
  }

  /** Enter the room's door. Loading its transport may take a while; one that comes when the call is over is left again. */
  async createRoom(context: RoomContext): Promise<RoomTransport> {
    this.signal.throwIfAborted();
    const room = await this.#environment.createRoom(context);
    if (this.signal.aborted) await room.leave();
    this.signal.throwIfAborted();
    this.room = room;
    return room;
  }

  /** Wait, or fail at once when the call is over. */
  pause(durationMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        cancel();
        reject(this.signal.reason);
      };
      const cancel = this.#environment.schedule(() => {
        this.signal.removeEventListener("abort", abort);
        resolve();
      }, durationMs);
      this.signal.addEventListener("abort", abort, { once: true });
    });
  }

  /** Let go of everything; all but the closing of the audio device happens before this returns. */
  release(): Promise<void> {
    this.#released ??= this.#release();
    return this.#released;
  }

  async #release(): Promise<void> {
    this.#abort.abort();
    this.#forgetPageLeft();
    this.speaking.stop();
    this.microphone.release();
    if (this.room) await this.room.leave();
    else if (this.#call) this.#environment.giveBackRoom(this.#call.webCallUrl);
  }

  #adopt(call: CreatedCall): CreatedCall {
    this.#call = call;
    if (this.signal.aborted) this.#environment.giveBackRoom(call.webCallUrl);
    return call;
  }
}
