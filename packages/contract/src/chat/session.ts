import { z } from "zod";
import { AssistantOverrides, CreateAssistant } from "../assistant/assistant.ts";
import { CostFields } from "../cost/cost.ts";
import { ChatMessage } from "../message/chat-message.ts";
import { Customer, CustomerFilter, FlatCustomerFilter, OverridesFilter } from "../phone/customer.ts";
import { ImportTwilioPhoneNumber } from "../phone/phone-number.ts";
import { CreateSquad } from "../squad/squad.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS, SESSION_MAX_CHATS, SESSION_SECONDS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { patchOf } from "../wire/patch-of.ts";
import { CommaSeparated, jsonParameter, repeatable } from "../wire/query-value.ts";
import { pagedResourceRoutes } from "../wire/resource-routes.ts";
import { SESSION_STATUSES } from "./chat.ts";
import { sessionNoun } from "./session-noun.ts";

/** The fields of a session that can change. Its agent and values cannot. */
const ChangeableFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  status: z.enum(SESSION_STATUSES).optional().meta({ default: "active" }),
  expirationSeconds: z.number().int().min(SESSION_SECONDS.min).max(SESSION_SECONDS.max).optional().meta({
    title: "Expires after",
    unit: "s",
    default: SESSION_SECONDS.default,
    description: "Counted from the last message.",
  }),
  messages: z
    .array(ChatMessage)
    .max(2 * SESSION_MAX_CHATS)
    .optional()
    .meta({ description: "The conversation so far." }),
};

const TargetFields = {
  assistantId: Id.optional().meta({ title: "Assistant" }),
  /** Ignored if an id is set. */
  assistant: CreateAssistant.optional().meta({ title: "Inline assistant" }),
  assistantOverrides: AssistantOverrides.optional(),
  squadId: Id.optional().meta({ title: "Squad" }),
  squad: CreateSquad.optional().meta({ title: "Inline squad" }),
  workflowId: Id.optional().meta({ title: "Workflow" }),
  customer: Customer.optional(),
  customerId: Id.optional().meta({ title: "Customer" }),
  phoneNumberId: Id.optional().meta({ title: "Phone number" }),
  phoneNumber: ImportTwilioPhoneNumber.optional().meta({ title: "Inline phone number" }),
};

export const CreateSession = z.strictObject({ ...ChangeableFields, ...TargetFields });
export type CreateSession = z.infer<typeof CreateSession>;

export const UpdateSession = patchOf(ChangeableFields);
export type UpdateSession = z.infer<typeof UpdateSession>;

export const Session = z.looseObject({
  ...EntityFields,
  ...ChangeableFields,
  ...TargetFields,
  assistant: z.looseObject({}).optional(),
  assistantOverrides: z.looseObject({}).optional(),
  squad: z.looseObject({}).optional(),
  customer: z.looseObject({}).optional(),
  phoneNumber: z.looseObject({}).optional(),
  ...CostFields,
  /** Set when the session is completed. */
  artifact: z.looseObject({}).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type Session = z.infer<typeof Session>;

export const SessionQuery = z.object({
  ...PageQuery.shape,
  ...FlatCustomerFilter,
  id: Id.optional(),
  idAny: repeatable(Id).optional(),
  name: z.string().max(1000).optional(),
  assistantId: Id.optional(),
  assistantIdAny: CommaSeparated.optional(),
  squadId: Id.optional(),
  workflowId: Id.optional(),
  customer: jsonParameter(CustomerFilter).optional(),
  customerNumberAny: CommaSeparated.optional(),
  assistantOverrides: jsonParameter(OverridesFilter).optional(),
  phoneNumberId: Id.optional(),
  phoneNumberIdAny: repeatable(Id).optional(),
});
export type SessionQuery = z.infer<typeof SessionQuery>;

export const sessionRoutes = pagedResourceRoutes(
  sessionNoun,
  { create: CreateSession, update: UpdateSession, entity: Session },
  SessionQuery,
);
