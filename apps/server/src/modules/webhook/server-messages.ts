import {
  type ArtifactType,
  CAMPAIGN_MESSAGE_TYPES,
  type CreateAssistant,
  type CreateCampaign,
  DEFAULT_SERVER_MESSAGES,
} from "@callwright/contract";
import type { Database } from "../../platform/db/connect.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { type Audience, findCallAudiences, findSessionAudience, isWanted } from "./audience-store.ts";
import { insertDeliveries, type NewDelivery } from "./delivery-store.ts";
import { type MessageDraft, messagesOfEvent } from "./event-messages.ts";

/** Events as they are stored. */
type StoredEvent = { callId: string; event: Parameters<typeof messagesOfEvent>[0] };

/** Conversations with messages that wait for their first attempt. */
export interface Lane {
  orgId: string;
  lane: string;
}

/** Delivers the waiting messages of lanes. */
export interface DeliveryQueue {
  /** Adds jobs in the transaction of `tx`. */
  add(tx: Database, lanes: readonly Lane[]): Promise<void>;
  /** Starts the jobs of committed transactions now. Otherwise they start later. */
  wake(): void;
}

/**
 * Creates server messages in the transaction that stores their subject, so that no message is lost, and each one is about stored data. Call `wake`
 * after the transaction.
 */
export interface ServerMessages extends Pick<DeliveryQueue, "wake"> {
  /** `events`: the newly stored ones. */
  happened(tx: Database, events: readonly StoredEvent[]): Promise<void>;
  callsDeleted(tx: Database, callIds: readonly string[]): Promise<void>;
  /** Files of a call reached the organization's storage, or will not. */
  artifactsUploaded(tx: Database, callId: string, artifacts: readonly ArtifactUpload[]): Promise<void>;
  /** `fields`: the content of the message. The content of `created` and `updated` is read when it is sent. */
  sessionChanged(tx: Database, session: ChangedSession, message: SessionMessage): Promise<void>;
  /** `fields`: the content besides the campaign's id. */
  campaignHappened(tx: Database, campaign: TellingCampaign, message: CampaignMessage): Promise<void>;
  /** Their content is read when they are sent. One that was stored before, by its id, is not stored again. */
  simulationHappened(tx: Database, messages: readonly SimulationMessage[]): Promise<void>;
}

/** `fields`: what it is about. */
export type SimulationMessage = Pick<NewDelivery, "id" | "orgId" | "lane" | "type" | "fields" | "callId">;

/** A campaign with the server that gets its messages. */
export interface TellingCampaign {
  id: string;
  orgId: string;
  config: Pick<CreateCampaign, "assistantId" | "server" | "serverMessages">;
}

export interface CampaignMessage {
  type: (typeof CAMPAIGN_MESSAGE_TYPES)[number];
  fields?: Record<string, unknown>;
}

export interface ArtifactUpload {
  type: ArtifactType;
  success: boolean;
}

/** A session with its assistant, overrides applied. */
export type ChangedSession = { id: string; assistant: Pick<CreateAssistant, "serverMessages"> };

export interface SessionMessage {
  type: "chat.created" | "chat.deleted" | "session.created" | "session.updated" | "session.deleted";
  chatId?: string;
  fields?: Record<string, unknown>;
}

/** Makes none. */
export const NO_SERVER_MESSAGES: ServerMessages = {
  wake: () => {},
  happened: async () => {},
  callsDeleted: async () => {},
  artifactsUploaded: async () => {},
  sessionChanged: async () => {},
  campaignHappened: async () => {},
  simulationHappened: async () => {},
};

type Context = Pick<ServerContext, "now" | "newId">;

export function createServerMessages({ now, newId }: Context, queue: DeliveryQueue): ServerMessages {
  function toDelivery(
    audience: Audience,
    draft: MessageDraft,
    of: Pick<NewDelivery, "callId" | "sessionId" | "chatId" | "eventSeq">,
    atMs?: number,
  ): NewDelivery[] {
    if (!isWanted(audience, draft)) return [];
    const { id: lane, orgId, assistantId, target, startedAt } = audience;
    const createdAt = startedAt && atMs !== undefined ? new Date(startedAt.getTime() + Math.max(0, atMs)) : now();
    const { type, fields } = draft;
    return [{ id: newId(), orgId, createdAt, lane, type, kind: "queued", status: "waiting", target, assistantId, fields, ...of }];
  }

  async function store(tx: Database, deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await insertDeliveries(tx, deliveries);
    const lanes = new Map(deliveries.map(({ orgId, lane }) => [lane, { orgId, lane }]));
    await queue.add(tx, [...lanes.values()]);
  }

  return {
    wake: () => queue.wake(),

    async happened(tx, events) {
      const spoken = events.filter(({ event }) => messagesOfEvent(event, undefined).length > 0);
      if (spoken.length === 0) return;
      const audiences = await findCallAudiences(tx, [...new Set(spoken.map(({ callId }) => callId))]);
      const deliveries = spoken.flatMap(({ callId, event }) => {
        const audience = audiences.get(callId);
        if (!audience) return [];
        return messagesOfEvent(event, audience.assistantName ?? undefined).flatMap((draft) =>
          toDelivery(audience, draft, { callId, eventSeq: event.seq }, event.atMs),
        );
      });
      await store(tx, deliveries);
    },

    async callsDeleted(tx, callIds) {
      if (callIds.length === 0) return;
      const audiences = await findCallAudiences(tx, callIds);
      const draft: MessageDraft = { type: "call.deleted", fields: {} };
      await store(
        tx,
        [...audiences.values()].flatMap((audience) => toDelivery(audience, draft, { callId: audience.id })),
      );
    },

    async artifactsUploaded(tx, callId, artifacts) {
      if (artifacts.length === 0) return;
      const audience = (await findCallAudiences(tx, [callId])).get(callId);
      const draft: MessageDraft = { type: "call.artifact.upload", fields: { artifacts } };
      if (audience) await store(tx, toDelivery(audience, draft, { callId }));
    },

    async sessionChanged(tx, { id: sessionId, assistant }, { type, chatId, fields = {} }) {
      // Most assistants do not subscribe, and their chats need not wait for a query.
      if (!(assistant.serverMessages ?? DEFAULT_SERVER_MESSAGES).includes(type)) return;
      const audience = await findSessionAudience(tx, sessionId);
      if (audience) await store(tx, toDelivery(audience, { type, fields }, { sessionId, ...(chatId && { chatId }) }));
    },

    async campaignHappened(tx, { id, orgId, config }, { type, fields }) {
      const { server, serverMessages = CAMPAIGN_MESSAGE_TYPES, assistantId = null } = config;
      if (!server?.url || !serverMessages.includes(type)) return;
      const message = { id: newId(), orgId, createdAt: now(), lane: id, type, assistantId } as const;
      await store(tx, [
        { ...message, kind: "queued", status: "waiting", target: "campaign", fields: { campaignId: id, ...fields } },
      ]);
    },

    async simulationHappened(tx, sent) {
      const shared = { createdAt: now(), kind: "queued", status: "waiting", target: "simulation" } as const;
      await store(
        tx,
        sent.map((message) => ({ ...message, ...shared })),
      );
    },
  };
}
