import {
  type Call,
  type CallBatch,
  type CreateCall,
  type Customer,
  type PhoneNumber,
  PlatformError,
  RING_SECONDS,
} from "@callwright/contract";
import type { OrgCaller } from "../../http/caller.ts";
import { followPhoneCall } from "../../phone/follow-phone-call.ts";
import type { PhoneLine } from "../../phone/phone-line.ts";
import { addedReferences, requireReferences } from "../../resource-kit/references.ts";
import { phoneNumbers } from "../phone-number/service.ts";
import type { CallLinks } from "./call-links.ts";
import { toCall } from "./entity.ts";
import { phoneMedia } from "./phone-media.ts";
import { type StartContext, startCall } from "./start-call.ts";

const TARGETS = ["assistantId", "assistant", "squadId", "squad", "workflowId", "workflow"] as const;
/** Ways of a call on which no telephone rings. */
const WAYS_WITHOUT_PHONE = new Set(["daily", "vapi.websocket"]);

export interface DialContext extends StartContext {
  line: PhoneLine;
  links: CallLinks;
}

/** Calls one or several customers. Nothing is stored of a call that cannot be placed; of several customers, the others are called. */
export async function createPhoneCalls(context: DialContext, caller: OrgCaller, body: CreateCall): Promise<Call | CallBatch> {
  const number = await requirePlaceable(context, caller, body);
  if (body.customer) return dial(context, caller, body, number, body.customer);
  const results: Call[] = [];
  const errors: CallBatch["errors"] = [];
  for (const customer of body.customers ?? []) {
    try {
      results.push(await dial(context, caller, body, number, customer));
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
  const number = await phoneNumbers.get(context, caller, body.phoneNumberId);
  const problem = context.line.problemOf(number);
  if (problem !== undefined) refuse(problem);
  return number;
}

async function dial(
  context: DialContext,
  caller: OrgCaller,
  body: CreateCall,
  number: PhoneNumber,
  customer: Customer,
): Promise<Call> {
  const { number: to } = customer;
  if (to === undefined) refuse("customer.number is required: the number to call");
  await context.line.admit(caller.orgId, number, to);
  const { assistantOverrides: ownOverrides, squadOverrides: ownSquadOverrides, ...person } = customer;
  const assistantOverrides = joined(body.assistantOverrides, ownOverrides);
  const squadOverrides = joined(body.squadOverrides, ownSquadOverrides);
  const target = { ...body, ...(assistantOverrides && { assistantOverrides }), ...(squadOverrides && { squadOverrides }) };
  const { row } = await startCall(context, caller, target, {
    type: "outboundPhoneCall",
    name: body.name,
    details: phoneDetails(number, person),
    phone: { customer: person, phoneNumber: { number: number.number } },
  });
  const leg = context.line.dial({
    orgId: caller.orgId,
    from: number,
    to,
    callerName: row.assistant.name,
    ringSeconds: (number.provider === "simulated" ? number.ringSeconds : undefined) ?? RING_SECONDS.default,
    media: phoneMedia(context.calls, row.id),
  });
  followPhoneCall(context, row.id, leg);
  return toCall(row, [], context.links);
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
