import {
  CARRIER_PROVIDERS,
  type CallTransport,
  type CarrierProvider,
  type CreateAssistant,
  type Customer,
  DIAL_TIMEOUT_SECONDS,
  ENDED_REASONS,
  invalid,
  type PhoneNumber,
  PlatformError,
  type SchedulePlan,
} from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { TargetBody } from "../../assistant/resolve-target.ts";
import { isOnDoNotCallList } from "../../do-not-call/store.ts";
import { phoneNumbers } from "../../telephony/numbers/service.ts";
import { createTexter } from "../../telephony/numbers/texter.ts";
import type { MachineDetection, PhoneLine } from "../../telephony/phone-line.ts";
import type { PhoneLines } from "../../telephony/phone-lines.ts";
import type { DialOperator } from "../../telephony/phone-media.ts";
import { numberOf } from "../../telephony/sip-address.ts";
import { findNumberServer } from "../../webhook/find-number-server.ts";
import type { CallRow } from "../runtime/lifecycle-store.ts";
import { carrierSettings } from "./phone-leg.ts";
import { type StartContext, type StartOptions, startCall } from "./start-call.ts";

/** The services for placing a call. */
export interface PlaceContext extends StartContext {
  line: PhoneLines;
}

const NOT_DIALED = "The call was given up before its line dialed.";

export type SipTransport = Extract<CallTransport, { provider: "vapi.sip" }>;

/** A line with a temporary problem is asked again after this time. */
const LINE_AGAIN_SECONDS = 10;

/** Fails as `requireCallable` does. */
export async function requireCallingNumber(
  context: PlaceContext,
  caller: OrgCaller,
  phoneNumberId: string,
): Promise<PhoneNumber> {
  return requireCallable(context, await phoneNumbers.get(context, caller, phoneNumberId));
}

/** Fails with `validation-failed` when the line of the number does not call, and with `call-host-unavailable` when that may pass. */
export function requireCallable<Number extends PhoneNumber>(context: Pick<PlaceContext, "line">, number: Number): Number {
  const problem = context.line.problemOf(number);
  if (problem === undefined) return number;
  if (context.line.mayPass?.(number))
    throw new PlatformError("call-host-unavailable", { detail: problem, retryAfterSeconds: LINE_AGAIN_SECONDS });
  throw invalid(problem);
}

/** The called person, and the caller. */
export interface PlacedCall extends Pick<StartOptions, "claim" | "id" | "name" | "wasScheduled"> {
  number: PhoneNumber;
  /** The number is not stored. */
  isTransient?: boolean;
  customer: Customer;
  campaignId?: string;
  schedulePlan?: SchedulePlan | undefined;
  /** The settings of this call, with a number of a SIP trunk. */
  transport?: SipTransport | undefined;
  /** Called when the call has a host, before its line dials. If it fails, the line does not dial and the call ends. */
  beforeDial?: (callId: string) => Promise<void>;
}

/** Stores a call and dials. Fails with `validation-failed`, or as `startCall` does. */
export async function placePhoneCall(
  context: PlaceContext,
  caller: OrgCaller,
  target: TargetBody,
  { number, isTransient, customer, campaignId, schedulePlan, transport, beforeDial, ...options }: PlacedCall,
): Promise<CallRow> {
  const to = await requireDialable(context, caller, { number, customer });
  const { body, person } = ofCustomer(target, customer);
  const { row } = await startCall(context, caller, body, {
    ...options,
    type: "outboundPhoneCall",
    details: {
      ...(isTransient ? transientDetails(number, person) : phoneDetails(number, person)),
      ...(campaignId !== undefined && { campaignId }),
      ...(schedulePlan && { schedulePlan }),
      ...(transport && { transport }),
    },
    phone: { customer: person, phoneNumber: { number: number.number } },
    dialOperator: operatorDialer(context.line, number, to),
    phoneServer: await findNumberServer(context, caller.orgId, number.id),
    texter: createTexter(context, number, to),
  });
  try {
    await beforeDial?.(row.id);
  } catch (error) {
    await context.calls.end(row.id, ENDED_REASONS.manuallyCanceled, NOT_DIALED);
    throw error;
  }
  const { phones } = context.calls;
  if (!phones.mayDial(row.id)) return row;
  const { ringSeconds, carrierRecording } = carrierSettings(number, row.assistant);
  const leg = context.line.dial({
    orgId: caller.orgId,
    from: number,
    to,
    callerName: row.assistant.name,
    ringSeconds: transport ? (transport.dialTimeout ?? DIAL_TIMEOUT_SECONDS) : ringSeconds,
    // The carrier hears the switchboard first. With an extension, only this server looks for a mailbox.
    detectMachine: customer.extension ? undefined : machineDetectionOf(row.assistant),
    media: { ...phones.mediaOf(row.id), carrierRecording },
  });
  phones.follow(row.id, leg);
  return row;
}

/** Asks for the carrier's own detection, if the assistant wants it. */
function machineDetectionOf({ voicemailDetection: detection }: CreateAssistant): MachineDetection | undefined {
  if (typeof detection !== "object" || detection.provider !== "twilio") return undefined;
  const { enabled = true, voicemailDetectionTypes: types = ["machine_end_beep"] } = detection;
  return enabled && types.some((type) => type.startsWith("machine_")) ? detection : undefined;
}

/** The customer's number or SIP address, which may be called: now, or `isLater`. Fails with `validation-failed` or `rate-limited`. */
export async function requireDialable(
  context: Pick<PlaceContext, "db" | "line" | "secrets">,
  { orgId }: OrgCaller,
  { number, customer }: Pick<PlacedCall, "number" | "customer">,
  isLater?: boolean,
): Promise<string> {
  const { number: called, sipUri, extension } = customer;
  if (called !== undefined && sipUri !== undefined)
    throw invalid("customer.sipUri must not be set together with customer.number");
  if (extension && sipUri !== undefined)
    throw invalid("customer.extension must not be set together with customer.sipUri: a SIP address names whom it reaches");
  const to = called ?? sipUri;
  if (to === undefined) throw invalid("customer.number is required: the number to call");
  const reached = numberOf(to);
  if (reached !== undefined && (await isOnDoNotCallList(context, orgId, reached)))
    throw invalid(`${called === undefined ? "customer.sipUri" : "customer.number"} is on the do-not-call list`);
  await context.line.admit(orgId, number, to, isLater);
  return to;
}

/** The target that talks to the customer, with the customer's own overrides and data. */
export function ofCustomer(target: TargetBody, { assistantOverrides: own, squadOverrides: ownOfSquad, ...person }: Customer) {
  const assistantOverrides = joined(target.assistantOverrides, own);
  const squadOverrides = joined(target.squadOverrides, ownOfSquad);
  const body = { ...target, ...(assistantOverrides && { assistantOverrides }), ...(squadOverrides && { squadOverrides }) };
  return { body, person };
}

/** The called telephone shows the number of this side, unless the destination names another one, and the caller's. */
export function operatorDialer(line: PhoneLine, from: PhoneNumber, customerNumber: string): DialOperator {
  return async ({ destination, ringSeconds }, media) => {
    const { callerId } = destination;
    const [to, sipHeaders] =
      destination.type === "sip" ? [destination.sipUri, textsOf(destination.sipHeaders)] : [destination.number];
    await line.admit(from.orgId, from, to);
    return line.dial({ orgId: from.orgId, from, to, sipHeaders, callerId, callerName: customerNumber, ringSeconds, media });
  };
}

const textsOf = (headers: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );

/** The fields that identify a phone call. Clients of the hosted platform see a simulated number as a number of the platform. */
export function phoneDetails({ id, provider }: PhoneNumber, customer: Record<string, unknown>, carrierId?: string) {
  return {
    phoneNumberId: id,
    customer,
    phoneCallProvider: isCarrier(provider) ? provider : ("vapi" as const),
    ...(carrierId !== undefined && { phoneCallProviderId: carrierId }),
  };
}

const isCarrier = (provider: PhoneNumber["provider"]): provider is CarrierProvider =>
  CARRIER_PROVIDERS.some((each) => each === provider);

/** As `phoneDetails`, for a number that is not stored: it has no id. */
export function transientDetails(number: PhoneNumber, customer: Record<string, unknown>) {
  const { phoneNumberId: _, ...details } = phoneDetails(number, customer);
  const { number: twilioPhoneNumber, twilioAccountSid, name } = number as Extract<PhoneNumber, { provider: "twilio" }>;
  return { ...details, phoneNumber: { twilioPhoneNumber, twilioAccountSid, ...(name !== undefined && { name }) } };
}

/** The second one's fields win; values of variables are put together. */
function joined<Overrides extends { variableValues?: Record<string, unknown> | undefined }>(
  all: Overrides | undefined,
  own: Overrides | undefined,
): Overrides | undefined {
  if (!all || !own) return own ?? all;
  return { ...all, ...own, variableValues: { ...all.variableValues, ...own.variableValues } };
}
