import { z } from "zod";
import { AssistantOverrides, CreateAssistant } from "./assistant.ts";
import { SESSION_STATUSES } from "./chat.ts";
import { ChatMessage } from "./chat-message.ts";
import { Cost } from "./cost.ts";
import { Customer, CustomerFilter, FlatCustomerFilter, OverridesFilter } from "./customer.ts";
import { EntityFields, Id } from "./entity.ts";
import { NAME_MAX_CHARACTERS, SESSION_MAX_CHATS, SESSION_SECONDS } from "./limits.ts";
import { PageQuery } from "./list-query.ts";
import { patchOf } from "./patch-of.ts";
import { ImportTwilioPhoneNumber } from "./phone-number.ts";
import { CommaSeparated, jsonParameter, repeatable } from "./query-value.ts";
import { pagedResourceRoutes } from "./resource-routes.ts";
import { CreateSquad } from "./squad.ts";

/** What of a session can change. Its target and its values are chosen once. */
const ChangeableFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  status: z.enum(SESSION_STATUSES).optional().meta({ default: "active" }),
  /** Seconds from its last message until it takes no more. */
  expirationSeconds: z
    .number()
    .int()
    .min(SESSION_SECONDS.min)
    .max(SESSION_SECONDS.max)
    .optional()
    .meta({ title: "Expires after", default: SESSION_SECONDS.default }),
  /** The conversation until now. */
  messages: z
    .array(ChatMessage)
    .max(2 * SESSION_MAX_CHATS)
    .optional(),
};

const TargetFields = {
  assistantId: Id.optional().meta({ title: "Assistant" }),
  /** Not looked at beside an id. */
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
  /** US dollars. */
  cost: z.number().optional(),
  costs: z.array(Cost).optional(),
  /** Once it is completed. */
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
  { name: "Session", path: "/session", noun: "session", create: CreateSession, update: UpdateSession, entity: Session },
  SessionQuery,
);
