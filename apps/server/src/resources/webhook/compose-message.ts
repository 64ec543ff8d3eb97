import type { CreateAssistant, ServerTarget } from "@callwright/contract";
import { and, eq } from "drizzle-orm";
import { findOrg } from "../../auth/stores/orgs.ts";
import { withoutSecrets } from "../../conversations/without-secrets.ts";
import { organization } from "../../db/schema/auth.ts";
import { call, session } from "../../db/schema/platform.ts";
import { openRow } from "../../secrets/sealed-headers.ts";
import type { ServerContext } from "../../server-context.ts";
import type { ComposedMessage, ComposeMessage } from "../../webhooks/deliver.ts";
import type { DeliveryRow } from "../../webhooks/delivery-store.ts";
import { findAssistant } from "../assistant/store.ts";
import { findCampaign } from "../campaign/campaign-store.ts";
import { describeCall, eventsOnce, type ReadCall } from "./describe-call.ts";
import { describeSession } from "./describe-session.ts";
import { findAskedServer } from "./find-asked-server.ts";
import { findNumberServer } from "./find-number-server.ts";

type Context = Pick<ServerContext, "db" | "now" | "secrets">;

/**
 * Reads server messages about calls, chats and sessions, and samples. `origin`: where their readers reach this server, for links. Calls are
 * read once: use it for the messages that are sent now.
 */
export function composeMessages(context: Context, origin: string): ComposeMessage {
  const calls = new Map<string, Promise<ReadCall | undefined>>();

  function readCallOnce(orgId: string, callId: string): Promise<ReadCall | undefined> {
    const reading = calls.get(callId) ?? readCall(context, orgId, callId);
    calls.set(callId, reading);
    return reading;
  }

  async function ofCall(delivery: DeliveryRow, callId: string): Promise<Conversation | undefined> {
    const read = await readCallOnce(delivery.orgId, callId);
    if (!read || (read.row.deletedAt !== null && delivery.type !== "call.deleted")) return undefined;
    // It was composed before.
    const about = delivery.message ? {} : await describeCall(context, read, delivery, origin);
    const { assistant, assistantId } = read.row;
    return { assistant, assistantId, phoneNumberId: read.row.details.phoneNumberId, about };
  }

  return async (delivery) => {
    if (delivery.kind === "sample") return ofSample(context, delivery);
    if (delivery.target === "campaign") return ofCampaign(context, delivery);
    const { id: messageId, type, createdAt, callId } = delivery;
    const found = callId === null ? await ofSession(context, delivery) : await ofCall(delivery, callId);
    if (!found) return undefined;
    return {
      message: { messageId, timestamp: createdAt.getTime(), type, ...delivery.fields, ...found.about },
      assistant: { ...withoutSecrets(found.assistant), ...(found.assistantId !== null && { id: found.assistantId }) },
      server: await serverOf(context, delivery, found),
    };
  };
}

/** Exactly one server gets a message. */
async function serverOf(
  context: Context,
  { orgId, target, url }: DeliveryRow,
  { assistant, phoneNumberId }: Conversation,
): Promise<ServerTarget | undefined> {
  if (target === "assistant") return assistant.server;
  if (target === "phone-number") return findNumberServer(context, orgId, phoneNumberId);
  return target === "org" ? findOrgServer(context, orgId) : findAskedServer(context, orgId, assistant, url);
}

interface Conversation {
  assistant: CreateAssistant;
  /** Of a stored one. */
  assistantId: string | null;
  /** Of a phone call. */
  phoneNumberId?: string | undefined;
  /** Fields of the message that are read now. */
  about: Record<string, unknown>;
}

async function readCall(context: Context, orgId: string, callId: string): Promise<ReadCall | undefined> {
  const [stored] = await context.db
    .select()
    .from(call)
    .where(and(eq(call.orgId, orgId), eq(call.id, callId)));
  const row = openRow(context, call, stored);
  return row && { row, events: eventsOnce(context.db, row) };
}

async function ofSession(context: Context, delivery: DeliveryRow): Promise<Conversation | undefined> {
  const { orgId, sessionId } = delivery;
  const [stored] = await context.db
    .select()
    .from(session)
    .where(and(eq(session.orgId, orgId), eq(session.id, sessionId ?? "")));
  const row = openRow(context, session, stored);
  if (!row) return undefined;
  const about = delivery.message ? {} : await describeSession(context, row, delivery);
  return about && { assistant: row.assistant, assistantId: row.assistantId, about };
}

/** Its messages go to its own server. */
async function ofCampaign(
  context: Context,
  { id: messageId, orgId, type, createdAt, fields, message }: DeliveryRow,
): Promise<ComposedMessage | undefined> {
  const campaign = await findCampaign(context, orgId, String((message ?? fields).campaignId));
  if (!campaign) return undefined;
  const composed = message ?? { messageId, timestamp: createdAt.getTime(), type, ...fields };
  return { message: composed, assistant: undefined, server: campaign.config.server };
}

/** The server of a sample for a `custom` target was not kept. */
async function ofSample(context: Context, { orgId, target, assistantId, message }: DeliveryRow): Promise<ComposedMessage> {
  const sample = { message: message ?? {}, assistant: undefined };
  if (target === "org") return { ...sample, server: await findOrgServer(context, orgId) };
  const assistant = target === "assistant" ? await findAssistant(context, orgId, assistantId ?? "") : undefined;
  return { ...sample, server: assistant?.config.server };
}

export async function findOrgServer(context: Pick<Context, "db" | "secrets">, orgId: string): Promise<ServerTarget | undefined> {
  return openRow(context, organization, await findOrg(context.db, orgId))?.fields.server;
}
