import { type PhoneNumber, PlatformError } from "@callwright/contract";
import type { Logger } from "../../../platform/config/logger.ts";
import { loggableCause } from "../../../platform/db/database-retry.ts";
import type { DialRequest, IncomingPhoneCall, PhoneLineListener } from "../phone-line.ts";
import { CarrierLeg, type CarrierLegOptions } from "./carrier-leg.ts";

export interface CarrierLegsOptions extends Pick<CarrierLegOptions, "carrier" | "onApart" | "onTalking" | "refer"> {
  log: Logger;
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

  /** Calls somebody. `place` orders the call at the carrier; `onRefused` ends a leg whose order has failed. */
  dial(
    { from, callerId, media }: DialRequest,
    place: (leg: CarrierLeg) => Promise<void>,
    onRefused: (leg: CarrierLeg, error: unknown) => void,
  ): CarrierLeg {
    const { carrier, log } = this.#options;
    const leg = this.#add(from.id);
    leg.connectTo(media);
    if (callerId !== undefined)
      log.info({ callId: leg.callId }, `callerId of a transfer is not used: the called telephone shows the number of ${carrier}`);
    void this.track(place(leg).catch((error: unknown) => onRefused(leg, error)));
    return leg;
  }

  /**
   * Hands a call that comes in to the listener; `connect` connects the sound once it is answered. False: the call is to be rejected at the carrier.
   * Does not fail.
   */
  async takeCall(
    { orgId, from, to, carrierId }: { orgId: string; from: string; to: PhoneNumber; carrierId: string },
    listener: PhoneLineListener | undefined,
    connect: (leg: CarrierLeg) => Promise<void>,
  ): Promise<boolean> {
    const { carrier, log } = this.#options;
    const leg = this.#add(to.id, { carrierId, from });
    let isAnswered = false;
    const incoming: IncomingPhoneCall = {
      orgId,
      from,
      to,
      carrierId,
      listen: (heard) => leg.listen(heard),
      hangUp: () => leg.hangUp(),
      sendKeys: () => leg.sendKeys(),
      refer: (order, onAdmitted) => leg.refer(order, onAdmitted),
      answer: async (media) => {
        leg.connectTo(media);
        isAnswered = true;
        await connect(leg);
      },
    };
    try {
      await listener?.onCall(incoming);
      if (isAnswered || !this.has(leg)) return true;
    } catch (error) {
      const what = `a call of ${carrier} could not be answered`;
      if (error instanceof PlatformError) log.warn({ numberId: to.id, err: loggableCause(error) }, what);
      else log.error({ numberId: to.id, err: error }, what);
    }
    leg.end("failed");
    return false;
  }

  #add(numberId: string, incoming?: Required<Pick<CarrierLegOptions, "carrierId" | "from">>): CarrierLeg {
    const { carrier, reconnectMs = RECONNECT_MS, onApart, onTalking, onOver, refer, end } = this.#options;
    const leg: CarrierLeg = new CarrierLeg({
      carrier,
      numberId,
      reconnectMs,
      ...incoming,
      ...(refer && { refer }),
      ...(onApart && { onApart }),
      ...(onTalking && { onTalking }),
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

  /** What the carrier asks about may be another part of the call than the leg. */
  withKey(numberId: string, legKey: string): CarrierLeg | undefined {
    return [...this.#legs].find((leg) => leg.numberId === numberId && leg.key === legKey);
  }

  /** Keeps a request to the carrier, which does not fail, until it is answered. */
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
