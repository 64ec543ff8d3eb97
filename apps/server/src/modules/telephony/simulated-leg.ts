import { PlatformError } from "@callwright/contract";
import { narrowband } from "@callwright/engine";
import { Leg } from "./leg.ts";
import type { PhoneMedia } from "./phone-media.ts";

/** A leg of the simulated line. Its states are those of `PhoneCall`. */
export class SimulatedLeg extends Leg<"answered"> {
  readonly orgId: string;
  /** The sent keys on the display. */
  keys = "";
  /** Set when the phone begins to ring. */
  ringingAt: Date | undefined;
  readonly #onOver: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `onOver`: the leg has ended, on either side. */
  constructor(orgId: string, onOver: () => void) {
    super();
    this.orgId = orgId;
    this.#onOver = onOver;
  }

  /** Runs `act` after this time, unless the leg has changed its state. */
  later(ms: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
  }

  ringAt(at: Date): void {
    this.ringingAt = at;
    this.ring();
  }

  /** Fails with `call-not-joinable`, or as `connect` does: then the leg has ended. */
  async pickUp(media: PhoneMedia, offer: string): Promise<string> {
    if (this.state === "answered" || this.isOver) throw new PlatformError("call-not-joinable");
    this.#answered();
    try {
      return await media.answer(narrowband(offer));
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

  sendKeys(keys: string): void {
    this.keys += keys.replace(/[wp,]/gi, "");
  }

  hangUp(): void {
    if (!this.isOver) this.close();
  }

  protected release(): void {
    clearTimeout(this.#timer);
    this.#onOver();
  }
}
