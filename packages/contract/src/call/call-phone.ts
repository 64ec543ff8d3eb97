import { z } from "zod";
import { AssistantOverrides } from "../assistant/assistant.ts";
import { Customer } from "../phone/customer.ts";
import { ImportTwilioPhoneNumber } from "../phone/phone-number.ts";
import { SchedulePlan } from "../phone/schedule-plan.ts";
import { Id } from "../wire/entity.ts";
import { CALL_MAX_CUSTOMERS, NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { notTogether } from "../wire/one-of.ts";
import { WorkflowOverrides } from "../workflow/workflow.ts";
import { NewCallTarget } from "./agent-target.ts";
import { Call, CallMetadata, type CallType } from "./call.ts";
import { callNoun } from "./call-noun.ts";
import { SubscriptionLimits } from "./call-outcome.ts";
import { CallTransport } from "./call-transport.ts";

/** A call to one or several customers. */
export const CreateCall = z
  .strictObject({
    /** What `transport` says: an outbound call to a telephone when unset. */
    type: z.enum(["outboundPhoneCall", "vapi.websocketCall", "webCall"]).optional(),
    name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
    metadata: CallMetadata.optional(),
    ...NewCallTarget,
    /** The call's `transport`; unset means an outbound call to a telephone. */
    assistantVersion: z.string().max(20).nullable().optional(),
    assistantOverrides: AssistantOverrides.optional(),
    squadOverrides: AssistantOverrides.optional(),
    workflowOverrides: WorkflowOverrides.optional(),
    /** Exactly one of the three. */
    customer: Customer.optional(),
    customerId: Id.optional().meta({ title: "Stored customer" }),
    customers: z.array(Customer).min(1).max(CALL_MAX_CUSTOMERS).optional(),
    /** The calling number. */
    phoneNumberId: Id.optional().meta({ title: "Phone number" }),
    phoneNumber: ImportTwilioPhoneNumber.optional().meta({ title: "Inline phone number" }),
    /** The call has the status `scheduled` until then. It starts when there is room, at the latest at `latestAt`, by default an hour later. */
    schedulePlan: SchedulePlan.optional(),
    transport: CallTransport.optional(),
  })
  .refine(...notTogether("customers", "customer", "customerId"))
  .refine(...notTogether("customerId", "customer"))
  .refine(...notTogether("phoneNumber", "phoneNumberId"))
  .superRefine(({ type, transport }, context) => {
    const made = typeOfCall(transport);
    if (type !== undefined && type !== made)
      context.addIssue({ code: "custom", path: ["type"], message: `must be ${made}, or left out: transport decides it` });
  })
  .refine(({ assistantVersion, assistantId }) => assistantVersion == null || assistantId !== undefined, {
    path: ["assistantVersion"],
    error: "needs assistantId",
  });
export type CreateCall = z.infer<typeof CreateCall>;

function typeOfCall(transport: CallTransport | undefined): CallType {
  if (transport?.provider === "vapi.websocket") return "vapi.websocketCall";
  return transport?.provider === "daily" ? "webCall" : "outboundPhoneCall";
}

/** The result of a call to several customers. */
export const CallBatch = z.looseObject({
  results: z.array(Call),
  errors: z.array(z.looseObject({ customer: z.looseObject({}), error: z.string() })),
  subscriptionLimits: SubscriptionLimits.optional(),
});
export type CallBatch = z.infer<typeof CallBatch>;

const calling = {
  body: CreateCall,
  response: z.union([Call, CallBatch]),
  status: 201,
} as const;

export const phoneCallRoutes = describeRoutes(callNoun.addresses, {
  createCall: { ...calling, summary: "Call one or several customers" },
  createPhoneCall: { ...calling, summary: "The same as POST /call" },
});
