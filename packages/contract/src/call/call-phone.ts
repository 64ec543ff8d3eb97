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

/** A call that somebody is about to make with a stored agent. */
export const PreviewCall = z.strictObject({
  phoneNumberId: Id,
  assistantId: NewCallTarget.assistantId,
  squadId: NewCallTarget.squadId,
  workflowId: NewCallTarget.workflowId,
  customer: z.strictObject({
    /** As somebody typed it. */
    number: z.string().min(1).max(100),
    /** Of a number without a country code. Default: that of the calling number. */
    country: z.string().max(100).optional(),
  }),
});
export type PreviewCall = z.infer<typeof PreviewCall>;

/** The agent of a call that is not made yet. */
export const PreviewedAgent = z.object({
  kind: z.enum(["assistant", "squad", "workflow"]),
  name: z.string().optional(),
  /** Of an assistant. */
  version: z.number().int().optional(),
});
export type PreviewedAgent = z.infer<typeof PreviewedAgent>;

/** What a call would be if it was made now. Nobody is called. */
export const CallPreview = z.object({
  /** In E.164. Absent: the typed text is no number, and `problem` says why. */
  number: z.string().optional(),
  /** Two letters, such as DE. */
  country: z.string().optional(),
  isMobile: z.boolean().optional(),
  /** Of the called number's country. */
  timeZones: z.array(z.string()),
  agent: PreviewedAgent.optional(),
  /** How the agent begins: it speaks, or waits for the customer's words. */
  isSilentFirst: z.boolean(),
  /** The calling number, and its name. */
  from: z.object({ number: z.string().optional(), name: z.string().optional() }),
  /** Expected US dollars a minute of the parts with a known price, and those without. */
  minute: z.object({ usd: z.number(), unknown: z.array(z.enum(["agent", "line"])) }),
  maxSeconds: z.number(),
  recording: z.enum(["off", "on", "afterConsent"]),
  isOnDoNotCallList: z.boolean(),
  /** Calls of the organization that run now, and how many may. */
  running: z.object({ calls: z.number().int(), limit: z.number().int() }),
  /** Why the call would be refused, as a sentence. */
  problem: z.string().optional(),
});
export type CallPreview = z.infer<typeof CallPreview>;

const calling = {
  body: CreateCall,
  response: z.union([Call, CallBatch]),
  status: 201,
} as const;

export const phoneCallRoutes = describeRoutes(callNoun.addresses, {
  createCall: { ...calling, summary: "Call one or several customers" },
  createPhoneCall: { ...calling, summary: "The same as POST /call" },
  previewCall: { body: PreviewCall, response: CallPreview, summary: "Get what a call would be, without making it" },
});
