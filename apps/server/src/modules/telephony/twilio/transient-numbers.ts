import { createHash } from "node:crypto";
import { type ImportTwilioPhoneNumber, invalid } from "@callwright/contract";
import type { CarrierNumber } from "../carrier/carrier-spec.ts";
import type { TwilioAccount } from "./twilio-client.ts";

/** A number of Twilio that is not stored. */
export type TransientNumber = CarrierNumber<TwilioAccount>;

/** Twilio reports the end of a call within this time. */
const KEPT_MS = 60_000;

/** Numbers of Twilio that requests contain, for the duration of their calls. They are in the memory of the node that dials, like the calls' legs. */
export class TransientNumbers {
  readonly #held = new Map<string, { number: TransientNumber; calls: number }>();

  find(provider: string, id: string): TransientNumber | undefined {
    const { number } = this.#held.get(id) ?? {};
    return number?.number.provider === provider ? number : undefined;
  }

  /** Returns a function that releases the number, once. */
  hold(number: TransientNumber): () => void {
    const { id } = number.number;
    const held = this.#held.get(id) ?? { number, calls: 0 };
    held.calls += 1;
    this.#held.set(id, held);
    const release = () => {
      held.calls -= 1;
      if (held.calls === 0) this.#held.delete(id);
    };
    return () => void setTimeout(release, KEPT_MS).unref();
  }
}

/** Fails with `validation-failed`. */
export function transientNumber(orgId: string, fields: ImportTwilioPhoneNumber, now: Date): TransientNumber {
  const { twilioPhoneNumber: number, twilioAccountSid, twilioAuthToken, twilioApiKey, twilioApiSecret, name } = fields;
  if (twilioAuthToken === undefined)
    throw invalid("phoneNumber.twilioAuthToken is required: Twilio signs with it what it sends to this server");
  const at = now.toISOString();
  return {
    orgId,
    number: {
      id: idOf(orgId, twilioAccountSid, number, twilioAuthToken),
      orgId,
      createdAt: at,
      updatedAt: at,
      provider: "twilio",
      number,
      twilioAccountSid,
      storedSecrets: ["twilioAuthToken"],
      ...(name !== undefined && { name }),
    },
    account: { accountSid: twilioAccountSid, authToken: twilioAuthToken, apiKey: twilioApiKey, apiSecret: twilioApiSecret },
  };
}

/**
 * Equal for all calls with the number, so that its calls per minute are counted together. A call with a wrong key is counted apart from those with
 * the right one.
 */
function idOf(...parts: string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
