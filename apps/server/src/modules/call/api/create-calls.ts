import {
  type Call,
  type CallBatch,
  type CallTransport,
  type CreateCall,
  type Customer,
  invalid,
  type PhoneNumber,
  PlatformError,
} from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { toPlatformError } from "../../../platform/http/error-response.ts";
import { addedReferences, requireReferences } from "../../../platform/resource-kit/references.ts";
import { orgConcurrency } from "../runtime/admit-call.ts";
import { DEFAULT_AUDIO_FORMAT } from "../runtime/call-sockets.ts";
import { socketUrl } from "../runtime/room-secret.ts";
import { type CallingContext, callingNumberOf, type NamedNumber, placeWithNumber } from "./calling-number.ts";
import { toCall } from "./entity.ts";
import type { SipTransport } from "./phone-call.ts";
import { requireSchedulable, type ScheduleContext, scheduleCall } from "./schedule-call.ts";
import { type CallContext, withRoom } from "./service.ts";
import { startCall } from "./start-call.ts";

const TARGETS = ["assistantId", "assistant", "squadId", "squad", "workflowId", "workflow"] as const;
/** Fields of calls to telephones. */
const PHONE_FIELDS = ["customer", "customers", "customerId", "phoneNumberId", "phoneNumber", "schedulePlan"] as const;

/** Refusals that every customer of a batch would get. */
const OF_ORG: ReadonlySet<string> = new Set(["at-capacity", "quota-full", "quota-reached"]);

export interface CreateContext extends ScheduleContext, CallingContext, Pick<CallContext, "links" | "nodeUrl"> {}

/**
 * Calls one or several customers now, or schedules the calls. A call that cannot be placed is not stored. With several customers, calls are placed
 * until the organization or the server has no more room. If the server places no call, the request fails.
 */
export async function createCalls(context: CreateContext, caller: OrgCaller, body: CreateCall): Promise<Call | CallBatch> {
  const { name, schedulePlan, transport } = body;
  if (transport?.provider === "vapi.websocket") return createSocketCall(context, caller, body, transport);
  if (transport?.provider === "daily") return createRoomCall(context, caller, body, transport);
  const named = await requirePlaceable(context, caller, body);
  const calling = await callingNumberOf(context, caller, named);
  const sip = sipTransportOf(body, calling.number);
  const create = async (customer: Customer) => {
    const row = schedulePlan
      ? await scheduleCall(context, caller, body, { calling, named, customer, name, schedulePlan })
      : await placeWithNumber(context, caller, body, calling, { customer, name, transport: sip });
    if (schedulePlan) context.scheduled.wake();
    return toCall(row, [], context.links);
  };
  if (body.customer) return create(body.customer);
  const results: Call[] = [];
  const errors: CallBatch["errors"] = [];
  /** Every further call would be refused for the same reason. */
  let blockedBy: PlatformError | undefined;
  for (const customer of body.customers ?? []) {
    try {
      if (blockedBy) throw blockedBy;
      results.push(await create(customer));
    } catch (error) {
      const refusal = toPlatformError(error);
      const isOfServer = refusal !== error || refusal.code === "call-host-unavailable";
      // Nobody was called yet: the whole request fails, and a proxy may send it to another node. Else the answer must say who was called.
      if (isOfServer && results.length === 0) throw error;
      if (refusal !== error) context.log.error({ err: error }, "a batch of calls was stopped");
      if (isOfServer || OF_ORG.has(refusal.code)) blockedBy = refusal;
      errors.push({ customer, error: refusal.problems?.join("; ") ?? refusal.message });
    }
  }
  const { limit: concurrencyLimit, inUse } = await orgConcurrency(context, caller.orgId);
  const remainingConcurrentCalls = Math.max(0, concurrencyLimit - inUse);
  const subscriptionLimits = {
    concurrencyBlocked: blockedBy?.code === "at-capacity",
    concurrencyLimit,
    remainingConcurrentCalls,
  };
  return { results, errors, subscriptionLimits };
}

/** A call of a program, which connects to `websocketCallUrl` within a minute. */
async function createSocketCall(
  context: CreateContext,
  caller: OrgCaller,
  body: CreateCall,
  given: Extract<CallTransport, { provider: "vapi.websocket" }>,
): Promise<Call> {
  refusePhoneFields(body, given.provider);
  const transport = { conversationType: "voice", audioFormat: DEFAULT_AUDIO_FORMAT, ...given };
  const { row, secret } = await startCall(context, caller, body, {
    type: "vapi.websocketCall",
    name: body.name,
    details: { transport },
  });
  const websocketCallUrl = socketUrl(context.nodeUrl, row.id, secret);
  return { ...toCall(row, [], context.links), transport: { ...transport, websocketCallUrl } };
}

/** What places a call of this server in a room of Daily. */
const ROOM_FIELDS = ["callUrl", "callSipUri"] as const;

/** A web call, in a room of this server. */
async function createRoomCall(
  context: CreateContext,
  caller: OrgCaller,
  body: CreateCall,
  transport: Extract<CallTransport, { provider: "daily" }>,
): Promise<Call> {
  refusePhoneFields(body, transport.provider);
  const roomField = ROOM_FIELDS.find((field) => transport[field] !== undefined);
  if (roomField)
    throw invalid(
      `transport.${roomField} must not be set: this server joins no rooms of Daily. Without it, the call has a room of this server`,
    );
  const callerMayReturn = transport.roomDeleteOnUserLeaveEnabled === false;
  const started = await startCall(context, caller, body, { type: "webCall", name: body.name, callerMayReturn });
  return withRoom(context, started);
}

function refusePhoneFields(body: CreateCall, way: string): void {
  const field = PHONE_FIELDS.find((each) => body[each] !== undefined);
  if (field) throw invalid(`${field} must not be set: no telephone rings in a call over '${way}'`);
}

/** The number that is to call. Fails with `validation-failed`, which names the field. */
async function requirePlaceable(context: CreateContext, caller: OrgCaller, body: CreateCall): Promise<NamedNumber> {
  requireOneTarget(body);
  await requireReferences(context.db, caller.orgId, addedReferences(body));
  const way = body.transport?.provider;
  if (way !== undefined && way !== "vapi.sip") throw otherWay(way);
  if (body.customer === undefined && body.customers === undefined) throw invalid("customer is required, or customers");
  if (body.schedulePlan) requireSchedulable(body.schedulePlan, context.now());
  const { phoneNumberId, phoneNumber } = body;
  if (phoneNumberId !== undefined) return { phoneNumberId };
  if (phoneNumber !== undefined) return { phoneNumber };
  throw invalid("phoneNumberId is required: the number that calls. Add a number of provider 'simulated' under Phone numbers");
}

const otherWay = (way: string) => invalid(`transport must not be set: the calling number has its own. Remove '${way}'`);

/** What a platform says about a call that it has placed itself. */
const CALL_IDS = ["sbcCallSid", "callSid"] as const;

/** The request's own settings of a call over a SIP trunk. Fails with `validation-failed` for other settings, and with other numbers. */
function sipTransportOf({ transport, schedulePlan }: CreateCall, { provider }: PhoneNumber): SipTransport | undefined {
  if (transport === undefined) return undefined;
  const way = transport.provider;
  if (way !== "vapi.sip" || provider !== "byo-phone-number") throw otherWay(way);
  if (schedulePlan)
    throw invalid("transport must not be set together with schedulePlan: set ringSeconds of the phone number instead");
  const id = CALL_IDS.find((field) => transport[field] !== undefined);
  if (id) throw invalid(`transport.${id} must not be set: the trunk chooses it. It is phoneCallProviderId of the call`);
  return { conversationType: "voice", ...transport };
}

function requireOneTarget(body: CreateCall): void {
  const [first, second] = TARGETS.filter((target) => body[target] !== undefined);
  if (first === undefined) throw new PlatformError("target-missing");
  if (second !== undefined) throw invalid(`${second} must not be given together with ${first}`);
}
