import type { CarrierSays, PhoneCall, PhoneCallEnd, PhoneCallListener } from "./phone-line.ts";

/** What every leg has: its state, its listener and its end. `Talking`: its states between ringing and the end. */
export abstract class Leg<Talking extends string> implements PhoneCall {
  state: "new" | "ringing" | "ended" | Talking = "new";
  protected listener: PhoneCallListener | undefined;
  #carrierId: string | undefined;
  #end: [PhoneCallEnd, CarrierSays?] | undefined;

  get isOver(): boolean {
    return this.state === "ended";
  }

  /** The carrier's id of the call. */
  get carrierId(): string | undefined {
    return this.#carrierId;
  }

  /** The first id remains. */
  named(carrierId: string | undefined): void {
    if (this.#carrierId !== undefined || carrierId === undefined) return;
    this.#carrierId = carrierId;
    this.listener?.onNamed?.(carrierId);
  }

  listen(listener: PhoneCallListener): void {
    this.listener = listener;
    if (this.state === "ringing") listener.onRinging();
    if (this.#end) listener.onEnded(...this.#end);
  }

  ring(): void {
    if (this.state !== "new") return;
    this.state = "ringing";
    this.listener?.onRinging();
  }

  /** The other side, or the network, ends the call. */
  end(end: PhoneCallEnd, carrier?: CarrierSays): void {
    if (this.isOver) return;
    this.close();
    this.#end = [end, carrier];
    this.listener?.onEnded(end, carrier);
  }

  abstract hangUp(): void;

  protected close(): void {
    this.state = "ended";
    this.release();
  }

  /** The leg has ended, on either side. */
  protected abstract release(): void;
}
