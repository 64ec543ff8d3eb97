import { PlatformError } from "@callwright/contract";
import type { PhoneCall, PhoneCallEnd, PhoneCallListener } from "./phone-line.ts";
import type { PhoneMedia } from "./phone-media.ts";

/** A leg of the simulated line. Its states are those of `PhoneCall`. */
export class SimulatedLeg implements PhoneCall {
  readonly orgId: string;
  state: "new" | "ringing" | "answered" | "ended" = "new";
  /** What the display shows of the keys that were sent. */
  keys = "";
  /** Set when the phone begins to ring. */
  ringingAt: Date | undefined;
  readonly #onOver: () => void;
  #listener: PhoneCallListener | undefined;
  #end: PhoneCallEnd | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `onOver`: the leg has ended, on either side. */
  constructor(orgId: string, onOver: () => void) {
    this.orgId = orgId;
    this.#onOver = onOver;
  }

  listen(listener: PhoneCallListener): void {
    this.#listener = listener;
    if (this.state === "ringing") listener.onRinging();
    if (this.#end !== undefined) listener.onEnded(this.#end);
  }

  /** `act` runs after a while, unless the leg has another state by then. */
  later(ms: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
  }

  ring(at: Date): void {
    if (this.state !== "new") return;
    this.state = "ringing";
    this.ringingAt = at;
    this.#listener?.onRinging();
  }

  /** Fails with `call-not-joinable`, or as `connect` does: then the leg has ended. */
  async pickUp(media: PhoneMedia, offer: string): Promise<string> {
    if (this.state === "answered" || this.state === "ended") throw new PlatformError("call-not-joinable");
    this.#answered();
    try {
      return await media.answer(offer);
    } catch (error) {
      this.end("failed");
      throw error;
    }
  }

  play(media: PhoneMedia, script: Parameters<PhoneMedia["play"]>[0]): void {
    if (this.state !== "ringing") return;
    this.#answered();
    media.play(script);
  }

  #answered(): void {
    clearTimeout(this.#timer);
    this.state = "answered";
  }

  /** The other side, or the network, ends the leg. */
  end(end: PhoneCallEnd): void {
    if (this.state === "ended") return;
    this.#close();
    this.#end = end;
    this.#listener?.onEnded(end);
  }

  sendKeys(keys: string): void {
    this.keys += keys.replace(/[wp,]/gi, "");
  }

  hangUp(): void {
    if (this.state !== "ended") this.#close();
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.state = "ended";
    this.#onOver();
  }
}
