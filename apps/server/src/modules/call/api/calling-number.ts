import type { ImportTwilioPhoneNumber, PhoneNumber } from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { TargetBody } from "../../assistant/resolve-target.ts";
import { type TransientNumber, type TransientNumbers, transientNumber } from "../../telephony/twilio/transient-numbers.ts";
import type { CallRow } from "../runtime/lifecycle-store.ts";
import { type PlaceContext, type PlacedCall, placePhoneCall, requireCallable, requireCallingNumber } from "./phone-call.ts";

/** The number that places a call: a stored one, or one given in the request. */
export type NamedNumber =
  | { phoneNumberId: string; phoneNumber?: undefined }
  | { phoneNumberId?: undefined; phoneNumber: ImportTwilioPhoneNumber };

export interface CallingNumber {
  number: PhoneNumber;
  /** A number that is given in the request and not stored. */
  transient?: TransientNumber;
}

export interface CallingContext extends PlaceContext {
  transientNumbers: TransientNumbers;
}

/** Fails with `validation-failed` when the number cannot call. */
export async function callingNumberOf(context: CallingContext, caller: OrgCaller, named: NamedNumber): Promise<CallingNumber> {
  if (named.phoneNumberId !== undefined) return { number: await requireCallingNumber(context, caller, named.phoneNumberId) };
  const transient = transientNumber(caller.orgId, named.phoneNumber, context.now());
  return { number: requireCallable(context, transient.number), transient };
}

/** As `placePhoneCall`. A number that is not stored is known to its line while the call lasts. */
export async function placeWithNumber(
  context: CallingContext,
  caller: OrgCaller,
  target: TargetBody,
  { number, transient }: CallingNumber,
  placed: Omit<PlacedCall, "number" | "isTransient">,
): Promise<CallRow> {
  if (!transient) return placePhoneCall(context, caller, target, { ...placed, number });
  const release = context.transientNumbers.hold(transient);
  try {
    const row = await placePhoneCall(context, caller, target, { ...placed, number, isTransient: true });
    void context.calls.whenEnded(row.id).then(release);
    return row;
  } catch (error) {
    release();
    throw error;
  }
}
