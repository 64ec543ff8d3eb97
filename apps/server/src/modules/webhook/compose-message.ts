import type { CreateAssistant, ServerTarget } from "@callwright/contract";
import { and, eq, inArray } from "drizzle-orm";
import { findOrg } from "../../platform/auth/stores/orgs.ts";
import { organization } from "../../platform/auth/tables.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { openRow } from "../../platform/secrets/sealed-headers.ts";
import { withoutSecrets } from "../../platform/secrets/without-secrets.ts";
import { knowledgeBase } from "../knowledge/tables.ts";
import { tool } from "../tool/tables.ts";
import type { ComposedMessage, ComposeMessage } from "./deliver.ts";
import type { DeliveryRow } from "./delivery-store.ts";
import { findNumberServer } from "./find-number-server.ts";

/** The conversation fields of messages. */
export interface MessageSubject {
  assistant: CreateAssistant;
  /** The id of a stored assistant. */
  assistantId: string | null;
  /** The number of a phone call. */
  phoneNumberId?: string | undefined;
  /** Fields of the message that are read now. */
  about: Record<string, unknown>;
}

/** Other modules read the calls, sessions, assistants, campaigns and simulations of messages. Each function resolves to undefined when its row is deleted. */
export interface MessageSources {
  /** Reads each call once: for messages that are sent now. `origin`: where readers of messages reach this server, for links. */
  readCalls(origin: string): (delivery: DeliveryRow, callId: string) => Promise<MessageSubject | undefined>;
  readSession(delivery: DeliveryRow): Promise<MessageSubject | undefined>;
  /** The assistant and the campaign with their own servers, if they have one. */
  findAssistant(orgId: string, id: string): Promise<HasServer | undefined>;
  findCampaign(orgId: string, id: string): Promise<HasServer | undefined>;
  /** `origin`: where the reader of the message reaches this server. */
  readSimulation(delivery: DeliveryRow, origin: string): Promise<ComposedMessage | undefined>;
}

export interface HasServer {
  config: { server?: ServerTarget | undefined };
}

export type ComposeContext = Pick<ServerContext, "db" | "secrets"> & { sources: MessageSources };

/** Makes server messages about calls, chats and sessions, and samples. `origin`: see `MessageSources`. */
export function composeMessages(context: ComposeContext, origin: string): ComposeMessage {
  const { sources } = context;
  const readCall = sources.readCalls(origin);
  return async (delivery) => {
    if (delivery.kind === "sample") return ofSample(context, delivery);
    if (delivery.target === "campaign") return ofCampaign(context, delivery);
    if (delivery.target === "simulation") return sources.readSimulation(delivery, origin);
    const { id: messageId, type, createdAt, callId } = delivery;
    const found = await (callId === null ? sources.readSession(delivery) : readCall(delivery, callId));
    if (!found) return undefined;
    return {
      message: { messageId, timestamp: createdAt.getTime(), type, ...delivery.fields, ...found.about },
      assistant: { ...withoutSecrets(found.assistant), ...(found.assistantId !== null && { id: found.assistantId }) },
      server: await serverOf(context, delivery, found),
    };
  };
}

/** Each message goes to exactly one server. */
async function serverOf(
  context: ComposeContext,
  { orgId, target, url }: DeliveryRow,
  { assistant, phoneNumberId }: MessageSubject,
): Promise<ServerTarget | undefined> {
  if (target === "assistant") return assistant.server;
  if (target === "phone-number") return findNumberServer(context, orgId, phoneNumberId);
  return target === "org" ? findOrgServer(context, orgId) : findAskedServer(context, orgId, assistant, url);
}

/** Its messages go to the campaign's own server. */
async function ofCampaign(
  { sources }: ComposeContext,
  { id: messageId, orgId, type, createdAt, fields, message }: DeliveryRow,
): Promise<ComposedMessage | undefined> {
  const campaign = await sources.findCampaign(orgId, String((message ?? fields).campaignId));
  if (!campaign) return undefined;
  const composed = message ?? { messageId, timestamp: createdAt.getTime(), type, ...fields };
  return { message: composed, assistant: undefined, server: campaign.config.server };
}

/** The server of a sample for a `custom` target was not kept. */
async function ofSample(context: ComposeContext, delivery: DeliveryRow): Promise<ComposedMessage> {
  const { orgId, target, assistantId, message } = delivery;
  const sample = { message: message ?? {}, assistant: undefined };
  if (target === "org") return { ...sample, server: await findOrgServer(context, orgId) };
  const assistant = target === "assistant" ? await context.sources.findAssistant(orgId, assistantId ?? "") : undefined;
  return { ...sample, server: assistant?.config.server };
}

export async function findOrgServer(
  context: Pick<ServerContext, "db" | "secrets">,
  orgId: string,
): Promise<ServerTarget | undefined> {
  return openRow(context, organization, await findOrg(context.db, orgId))?.fields.server;
}

/** The server of a tool or knowledge base that a request went to. Undefined when the assistant's tools have it no more. */
async function findAskedServer(
  context: Pick<ServerContext, "db" | "secrets">,
  orgId: string,
  { model }: CreateAssistant,
  url: string | null,
): Promise<ServerTarget | undefined> {
  const { db } = context;
  const tools = model?.toolIds ?? [];
  const { knowledgeBase: inline, knowledgeBaseId } = (model ?? {}) as Record<string, unknown>;
  const baseIds: unknown[] = [knowledgeBaseId];
  const storedTools = await db
    .select()
    .from(tool)
    .where(and(eq(tool.orgId, orgId), inArray(tool.id, lowerCase(tools))));
  const configs: unknown[] = [inline, ...(model?.tools ?? []), ...storedTools.map((row) => openRow(context, tool, row).config)];
  for (const config of configs) baseIds.push((config as { knowledgeBaseId?: unknown } | undefined)?.knowledgeBaseId);
  const storedBases = await db
    .select()
    .from(knowledgeBase)
    .where(and(eq(knowledgeBase.orgId, orgId), inArray(knowledgeBase.id, lowerCase(baseIds))));
  configs.push(...storedBases.map((row) => openRow(context, knowledgeBase, row).config));
  return configs.map((config) => (config as { server?: ServerTarget } | undefined)?.server).find((server) => server?.url === url);
}

function lowerCase(ids: readonly unknown[]): string[] {
  return ids.flatMap((id) => (typeof id === "string" ? [id.toLowerCase()] : []));
}
