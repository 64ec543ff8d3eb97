import { DEFAULT_SERVER_MESSAGES, type ServerMessageType, type WebhookTarget } from "@callwright/contract";
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { organization } from "../../platform/auth/tables.ts";
import type { Database } from "../../platform/db/connect.ts";
import { call } from "../call/tables.ts";
import { session } from "../chat/tables.ts";
import { phoneNumber } from "../telephony/tables.ts";
import { type MessageDraft, subscriptionsOf } from "./event-messages.ts";

/** The receivers of a conversation's messages, with their message types. */
export interface Audience {
  /** Id of the call or session. */
  id: string;
  orgId: string;
  assistantId: string | null;
  assistantName: string | null;
  /** When the call started. */
  startedAt: Date | null;
  subscribed: readonly ServerMessageType[];
  /** Undefined without a server. */
  target: WebhookTarget | undefined;
}

const assistantColumns = (assistant: PgColumn) => ({
  assistantName: sql<string | null>`${assistant} ->> 'name'`,
  subscribed: sql<ServerMessageType[] | null>`${assistant} -> 'serverMessages'`,
  hasServer: hasUrl(sql`${assistant}`),
  orgHasServer: hasUrl(sql`${organization.fields}`),
});

/** The number of a phone call. */
const isNumberOfCall = and(
  eq(phoneNumber.id, sql`${call.details} ->> 'phoneNumberId'`),
  eq(phoneNumber.orgId, call.orgId),
  isNull(phoneNumber.deletedAt),
);

function hasUrl(config: SQL): SQL<boolean> {
  return sql`coalesce(${config} #>> '{server,url}', '') <> ''`;
}

export async function findCallAudiences(db: Database, callIds: readonly string[]): Promise<Map<string, Audience>> {
  const { id, orgId, assistantId, startedAt } = call;
  const rows = await db
    .select({
      id,
      orgId,
      assistantId,
      startedAt,
      ...assistantColumns(call.assistant),
      numberHasServer: hasUrl(sql`${phoneNumber.config}`),
    })
    .from(call)
    .leftJoin(phoneNumber, isNumberOfCall)
    .leftJoin(organization, eq(organization.id, call.orgId))
    .where(inArray(call.id, [...callIds]));
  return new Map(rows.map((row) => [row.id, toAudience(row)]));
}

export async function findSessionAudience(db: Database, sessionId: string): Promise<Audience | undefined> {
  const { id, orgId, assistantId } = session;
  const [row] = await db
    .select({ id, orgId, assistantId, ...assistantColumns(session.assistant) })
    .from(session)
    .leftJoin(organization, eq(organization.id, session.orgId))
    .where(eq(session.id, sessionId));
  return row && toAudience({ ...row, startedAt: null, numberHasServer: false });
}

interface AudienceRow extends Omit<Audience, "subscribed" | "target"> {
  subscribed: ServerMessageType[] | null;
  hasServer: boolean;
  numberHasServer: boolean;
  orgHasServer: boolean;
}

function toAudience({ subscribed, hasServer, numberHasServer, orgHasServer, ...row }: AudienceRow): Audience {
  const target = hasServer ? "assistant" : numberHasServer ? "phone-number" : orgHasServer ? "org" : undefined;
  return { ...row, subscribed: subscribed ?? DEFAULT_SERVER_MESSAGES, target };
}

/** Whether the audience has a server that gets this message. */
export function isWanted(audience: Audience, draft: MessageDraft): audience is Audience & { target: WebhookTarget } {
  return audience.target !== undefined && subscriptionsOf(draft).some((name) => audience.subscribed.includes(name));
}
