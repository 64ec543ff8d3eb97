import { createHash } from "node:crypto";
import { type ImportTwilioPhoneNumber, PlatformError } from "@callwright/contract";
import type { TwilioNumber } from "./twilio-number.ts";

/** Twilio reports the end of a call within this time. */
const KEPT_MS = 60_000;

interface Held {
  number: TwilioNumber;
  calls: number;
  /** When the last of its calls ended. */
  freeAtMs: number;
}

/** Numbers of Twilio that requests bring with them, while their calls last. They are in the memory of the node that dials, as the calls' legs are. */
export class TransientNumbers {
  readonly #now: () => Date;
  readonly #held = new Map<string, Held>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  find(id: string): TwilioNumber | undefined {
    return this.#held.get(id)?.number;
  }

  /** The answer gives the number back, once. */
  hold(number: TwilioNumber): () => void {
    this.#forget();
    const { id } = number.number;
    const held = { number, calls: (this.#held.get(id)?.calls ?? 0) + 1, freeAtMs: 0 };
    this.#held.set(id, held);
    return () => {
      const now = this.#held.get(id);
      if (!now) return;
      now.calls -= 1;
      now.freeAtMs = this.#now().getTime();
    };
  }

  #forget(): void {
    const before = this.#now().getTime() - KEPT_MS;
    for (const [id, { calls, freeAtMs }] of this.#held) if (calls <= 0 && freeAtMs < before) this.#held.delete(id);
  }
}

/** Fails with `validation-failed`. */
export function transientNumber(orgId: string, fields: ImportTwilioPhoneNumber, now: Date): TwilioNumber {
  const { twilioPhoneNumber: number, twilioAccountSid, twilioAuthToken, twilioApiKey, twilioApiSecret, name } = fields;
  if (twilioAuthToken === undefined)
    throw new PlatformError(
      "validation-failed",
      {},
      { problems: ["phoneNumber.twilioAuthToken is required: Twilio signs with it what it sends to this server"] },
    );
  const at = now.toISOString();
  return {
    orgId,
    number: {
      ...{ id: idOf(orgId, twilioAccountSid, number), orgId, createdAt: at, updatedAt: at },
      ...{ provider: "twilio", number, twilioAccountSid, storedSecrets: ["twilioAuthToken"] },
      ...(name !== undefined && { name }),
    },
    account: { accountSid: twilioAccountSid, authToken: twilioAuthToken, apiKey: twilioApiKey, apiSecret: twilioApiSecret },
    state: {},
  };
}

/** The same for each call with the number, so that its calls per minute are counted together. */
function idOf(...parts: string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
