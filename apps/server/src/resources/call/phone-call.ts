import {
  type Call,
  type CallBatch,
  type CreateCall,
  type Customer,
  ENDED_REASONS,
  type PhoneNumber,
  PlatformError,
  RING_SECONDS,
} from "@callwright/contract";
import type { DialOperator } from "../../calls/hosted-call.ts";
import type { CallRow } from "../../calls/lifecycle-store.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { followPhoneCall } from "../../phone/follow-phone-call.ts";
import type { PhoneLine } from "../../phone/phone-line.ts";
import { addedReferences, requireReferences } from "../../resource-kit/references.ts";
import type { TargetBody } from "../assistant/resolve-target.ts";
import { isOnDoNotCallList } from "../do-not-call/store.ts";
import { phoneNumbers } from "../phone-number/service.ts";
import { findNumberServer } from "../webhook/find-number-server.ts";
import type { CallLinks } from "./call-links.ts";
import { toCall } from "./entity.ts";
import { phoneMedia } from "./phone-media.ts";
import { type StartContext, type StartOptions, startCall } from "./start-call.ts";

const TARGETS = ["assistantId", "assistant", "squadId", "squad", "workflowId", "workflow"] as const;
/** Ways of a call on which no telephone rings. */
const WAYS_WITHOUT_PHONE = new Set(["daily", "vapi.websocket"]);

/** What placing a call uses. */
export interface PlaceContext extends StartContext {
  line: PhoneLine;
}

export interface DialContext extends PlaceContext {
  links: CallLinks;
}

const NOT_DIALED = "The call was given up before its line dialed.";

/** Calls one or several customers. Nothing is stored of a call that cannot be placed; of several customers, the others are called. */
export async function createPhoneCalls(context: DialContext, caller: OrgCaller, body: CreateCall): Promise<Call | CallBatch> {
  const number = await requirePlaceable(context, caller, body);
  const dial = async (customer: Customer) =>
    toCall(await placePhoneCall(context, caller, body, { number, customer, name: body.name }), [], context.links);
  if (body.customer) return dial(body.customer);
  const results: Call[] = [];
  const errors: CallBatch["errors"] = [];
  for (const customer of body.customers ?? []) {
    try {
      results.push(await dial(customer));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      errors.push({ customer, error: error.problems?.join("; ") ?? error.message });
    }
  }
  return { results, errors };
}

/** Finds the phone number that places the call. Fails with `validation-failed`, which names the field. */
async function requirePlaceable(context: DialContext, caller: OrgCaller, body: CreateCall): Promise<PhoneNumber> {
  requireOneTarget(body);
  await requireReferences(context.db, caller.orgId, addedReferences(body));
  const way = body.transport?.provider;
  if (way !== undefined && WAYS_WITHOUT_PHONE.has(way))
    throw new PlatformError("not-available", {
      what: `A call over '${way}' that begins here`,
      instead: "Start a web call with POST /call/web instead.",
    });
  if (way !== undefined) refuse(`transport must not be set: the calling number has its own. Remove '${way}'`);
  if (body.customer === undefined && body.customers === undefined) refuse("customer is required, or customers");
  if (body.phoneNumberId === undefined)
    refuse("phoneNumberId is required: the number that calls. Add a number of provider 'simulated' under Phone numbers");
  return requireCallingNumber(context, caller, body.phoneNumberId);
}

/** Fails with `validation-failed` when the line of the number does not call. */
export async function requireCallingNumber(
  context: PlaceContext,
  caller: OrgCaller,
  phoneNumberId: string,
): Promise<PhoneNumber> {
  const number = await phoneNumbers.get(context, caller, phoneNumberId);
  const problem = context.line.problemOf(number);
  if (problem !== undefined) refuse(problem);
  return number;
}

/** Whom a call reaches, and on whose behalf. */
interface PlacedCall extends Pick<StartOptions, "claim" | "name"> {
  number: PhoneNumber;
  customer: Customer;
  campaignId?: string;
  /** Called when the call has a host, before its line dials. When it fails, the line does not dial and the call ends. */
  beforeDial?: (callId: string) => Promise<void>;
}

/** Stores a call and dials. Fails with `validation-failed`, or as `startCall` does. */
export async function placePhoneCall(
  context: PlaceContext,
  caller: OrgCaller,
  target: TargetBody,
  { number, customer, campaignId, beforeDial, ...options }: PlacedCall,
): Promise<CallRow> {
  const { number: to } = customer;
  if (to === undefined) refuse("customer.number is required: the number to call");
  if (await isOnDoNotCallList(context.db, caller.orgId, to)) refuse("customer.number is on the do-not-call list");
  await context.line.admit(caller.orgId, number, to);
  const { assistantOverrides: ownOverrides, squadOverrides: ownSquadOverrides, ...person } = customer;
  const assistantOverrides = joined(target.assistantOverrides, ownOverrides);
  const squadOverrides = joined(target.squadOverrides, ownSquadOverrides);
  const body = { ...target, ...(assistantOverrides && { assistantOverrides }), ...(squadOverrides && { squadOverrides }) };
  const { row } = await startCall(context, caller, body, {
    ...options,
    type: "outboundPhoneCall",
    details: { ...phoneDetails(number, person), ...(campaignId !== undefined && { campaignId }) },
    phone: { customer: person, phoneNumber: { number: number.number } },
    dialOperator: operatorDialer(context.line, number, to),
    phoneServer: await findNumberServer(context, caller.orgId, number.id),
  });
  try {
    await beforeDial?.(row.id);
  } catch (error) {
    await context.calls.end(row.id, ENDED_REASONS.manuallyCanceled, NOT_DIALED);
    throw error;
  }
  const leg = context.line.dial({
    orgId: caller.orgId,
    from: number,
    to,
    callerName: row.assistant.name,
    ringSeconds: (number.provider === "simulated" ? number.ringSeconds : undefined) ?? RING_SECONDS.default,
    media: phoneMedia(context.calls, row.id),
  });
  followPhoneCall(context, row.id, leg);
  return row;
}

/** The called telephone shows the number of this side, unless the destination names another one, and the caller's. */
export function operatorDialer(line: PhoneLine, from: PhoneNumber, customerNumber: string): DialOperator {
  return async ({ destination, ringSeconds }, media) => {
    const { number: to, callerId } = destination;
    await line.admit(from.orgId, from, to);
    return line.dial({ orgId: from.orgId, from, to, callerId, callerName: customerNumber, ringSeconds, media });
  };
}

/** What a phone call is known by. For clients of the hosted platform, a simulated number is one of the platform. */
export function phoneDetails({ id, provider }: PhoneNumber, customer: Record<string, unknown>, carrierId?: string) {
  return {
    ...{ phoneNumberId: id, customer, phoneCallProvider: provider === "twilio" ? provider : ("vapi" as const) },
    ...(carrierId !== undefined && { phoneCallProviderId: carrierId }),
  };
}

/** The second one's fields win; values of variables are put together. */
function joined<Overrides extends { variableValues?: Record<string, unknown> | undefined }>(
  all: Overrides | undefined,
  own: Overrides | undefined,
): Overrides | undefined {
  if (!all || !own) return own ?? all;
  return { ...all, ...own, variableValues: { ...all.variableValues, ...own.variableValues } };
}

function requireOneTarget(body: CreateCall): void {
  const [first, second] = TARGETS.filter((target) => body[target] !== undefined);
  if (first === undefined) throw new PlatformError("target-missing");
  if (second !== undefined) refuse(`${second} must not be given together with ${first}`);
}

function refuse(problem: string): never {
  throw new PlatformError("validation-failed", {}, { problems: [problem] });
}
