import { CarrierLeg, type CarrierLegOptions } from "./carrier-leg.ts";

export interface CarrierLegsOptions extends Pick<CarrierLegOptions, "carrier" | "onApart"> {
  /** How long a call without its stream waits for another one. Default 10 s. */
  reconnectMs?: number | undefined;
  /** Orders the end of a call. Does not fail. */
  end(numberId: string, carrierId: string): Promise<void>;
  /** The leg has ended. */
  onOver(leg: CarrierLeg): void;
}

const RECONNECT_MS = 10_000;
/** The order to end a call is waited for this long when the server ends. */
const LEAVE_MS = 5_000;

/** The calls of a carrier on this node, and the requests about them that are under way. */
export class CarrierLegs {
  readonly #options: CarrierLegsOptions;
  readonly #legs = new Set<CarrierLeg>();
  readonly #underWay = new Set<Promise<void>>();
  isClosed = false;

  constructor(options: CarrierLegsOptions) {
    this.#options = options;
  }

  /** `carrierId`: of a call that comes in. */
  add(numberId: string, carrierId?: string): CarrierLeg {
    const { carrier, reconnectMs = RECONNECT_MS, onApart, onOver, end } = this.#options;
    const leg: CarrierLeg = new CarrierLeg({
      ...{ carrier, numberId, reconnectMs },
      ...(carrierId !== undefined && { carrierId }),
      ...(onApart && { onApart }),
      endAtCarrier: (ended, lastWords) => void this.track(Promise.resolve(lastWords).then(() => end(numberId, ended))),
      onOver: () => {
        this.#legs.delete(leg);
        onOver(leg);
      },
    });
    this.#legs.add(leg);
    return leg;
  }

  has(leg: CarrierLeg): boolean {
    return this.#legs.has(leg);
  }

  find(numberId: string, carrierId: string, legKey: string | undefined): CarrierLeg | undefined {
    const found = [...this.#legs].find((leg) => leg.numberId === numberId && (leg.carrierId === carrierId || leg.key === legKey));
    // The carrier may report before it has answered to the order to call.
    found?.placed(carrierId);
    return found;
  }

  /** A request to the carrier, which does not fail. */
  track(work: Promise<void>): Promise<void> {
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }

  /** Resolves when no request to the carrier is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** After the calls have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.race([this.settled(), new Promise((resolve) => setTimeout(resolve, LEAVE_MS).unref())]);
  }
}
