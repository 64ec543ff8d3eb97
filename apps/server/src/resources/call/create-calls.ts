import { type Call, type CallBatch, type CreateCall, type Customer, type PhoneNumber, PlatformError } from "@callwright/contract";
import type { OrgCaller } from "../../http/caller.ts";
import { addedReferences, requireReferences } from "../../resource-kit/references.ts";
import type { CallLinks } from "./call-links.ts";
import { toCall } from "./entity.ts";
import { placePhoneCall, requireCallingNumber } from "./phone-call.ts";
import { requireSchedulable, type ScheduleContext, scheduleCall } from "./schedule-call.ts";

const TARGETS = ["assistantId", "assistant", "squadId", "squad", "workflowId", "workflow"] as const;
/** Ways of a call on which no telephone rings. */
const WAYS_WITHOUT_PHONE = new Set(["daily", "vapi.websocket"]);

export interface CreateContext extends ScheduleContext {
  links: CallLinks;
}

/** Calls one or several customers, or schedules it. Nothing is stored of a call that cannot be placed; of several customers, the others are called. */
export async function createCalls(context: CreateContext, caller: OrgCaller, body: CreateCall): Promise<Call | CallBatch> {
  const number = await requirePlaceable(context, caller, body);
  const { name, schedulePlan } = body;
  const create = async (customer: Customer) => {
    const row = schedulePlan
      ? await scheduleCall(context, caller, body, { number, customer, name, schedulePlan })
      : await placePhoneCall(context, caller, body, { number, customer, name });
    if (schedulePlan) context.scheduled.wake();
    return toCall(row, [], context.links);
  };
  if (body.customer) return create(body.customer);
  const results: Call[] = [];
  const errors: CallBatch["errors"] = [];
  for (const customer of body.customers ?? []) {
    try {
      results.push(await create(customer));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      errors.push({ customer, error: error.problems?.join("; ") ?? error.message });
    }
  }
  return { results, errors };
}

/** Finds the phone number that places the call. Fails with `validation-failed`, which names the field. */
async function requirePlaceable(context: CreateContext, caller: OrgCaller, body: CreateCall): Promise<PhoneNumber> {
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
  if (body.schedulePlan) requireSchedulable(body.schedulePlan, context.now());
  return requireCallingNumber(context, caller, body.phoneNumberId);
}

function requireOneTarget(body: CreateCall): void {
  const [first, second] = TARGETS.filter((target) => body[target] !== undefined);
  if (first === undefined) throw new PlatformError("target-missing");
  if (second !== undefined) refuse(`${second} must not be given together with ${first}`);
}

function refuse(problem: string): never {
  throw new PlatformError("validation-failed", {}, { problems: [problem] });
}
