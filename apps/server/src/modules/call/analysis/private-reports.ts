import { type CallEvent, DEFAULT_SERVER_MESSAGES, type ServerTarget, timeLimit, type WebhookTarget } from "@callwright/contract";
import type { ServerContext } from "../../../platform/platform.ts";
import { withoutSecrets } from "../../../platform/secrets/without-secrets.ts";
import { storeAttempted } from "../../webhook/asked-message-store.ts";
import { attemptDelivery } from "../../webhook/attempt-delivery.ts";
import { type Audience, isWanted } from "../../webhook/audience-store.ts";
import { findOrgServer } from "../../webhook/compose-message.ts";
import { messageBody } from "../../webhook/deliver.ts";
import { type MessageDraft, messagesOfEvent } from "../../webhook/event-messages.ts";
import { findNumberServer } from "../../webhook/find-number-server.ts";
import { ARTIFACT_EVENT_TYPES, type ArtifactEvent } from "../api/artifact-event.ts";
import { type CallRow, findCall } from "../api/store.ts";
import { describeCall } from "../describe-call.ts";
import type { PrivateCall, PrivateCalls } from "../runtime/private-calls.ts";
import { analyzePrivateCall } from "./analyze-private-call.ts";

type Context = Pick<ServerContext, "config" | "db" | "log" | "network" | "newId" | "now" | "secrets">;

/** A request must not wait longer for a server that hangs. */
const SEND_MAX_MS = 120_000;

/** Server messages and analyses of calls whose words are not stored. `origin`: where readers of messages reach this server. */
export function createPrivateCalls(context: Context, origin: string): PrivateCalls {
  const { log } = context;
  /** Messages of one call are sent one after the other. */
  const lanes = new Map<string, Promise<void>>();

  function inLane(callId: string, act: () => Promise<void>): Promise<void> {
    const after = (lanes.get(callId) ?? Promise.resolve()).then(act).catch((error: unknown) => {
      log.warn({ callId, err: error }, "a server message of a private call could not be sent");
    });
    lanes.set(callId, after);
    return after;
  }

  return {
    happened(call, events) {
      for (const event of events)
        for (const draft of messagesOfEvent(event, call.assistant.name))
          void inLane(call.callId, async () => {
            const row = await rowOf(context, call);
            if (row) await send(context, { row, events: artifactEventsOf(call), origin }, draft, event.seq);
          });
    },

    async ended(call, signal) {
      await inLane(call.callId, async () => {
        const row = await rowOf(context, call);
        if (!row?.startedAt) return;
        const events = artifactEventsOf(call);
        const analyzed = await analyzePrivateCall(context, row, events, signal);
        const { missing } = analyzed;
        const draft: MessageDraft = { type: "end-of-call-report", fields: missing.length > 0 ? { missing } : {} };
        await send(context, { row: analyzed.row, events, origin }, draft, null);
      });
      lanes.delete(call.callId);
    },
  };
}

/** The stored row with the fields that are only in memory. */
async function rowOf(context: Context, { orgId, callId, assistant, variableValues }: PrivateCall): Promise<CallRow | undefined> {
  const row = await findCall(context, orgId, callId);
  return row && { ...row, assistant, assistantOverrides: { variableValues: { ...variableValues } } };
}

function artifactEventsOf({ events }: PrivateCall): ArtifactEvent[] {
  const types: readonly string[] = ARTIFACT_EVENT_TYPES;
  return events.filter((event: CallEvent): event is Extract<CallEvent, ArtifactEvent> => types.includes(event.type));
}

interface KnownCall {
  row: CallRow;
  events: readonly ArtifactEvent[];
  origin: string;
}

/** One attempt. The log of deliveries has it without bodies. */
async function send(
  context: Context,
  { row, events, origin }: KnownCall,
  draft: MessageDraft,
  eventSeq: number | null,
): Promise<void> {
  const { db, newId, now } = context;
  const { assistant, id: callId, orgId, assistantId, startedAt } = row;
  const own = assistant.server?.url ? assistant.server : undefined;
  const ofNumber = own ? undefined : await findNumberServer(context, orgId, row.details.phoneNumberId);
  const server = own ?? ofNumber ?? (await findOrgServer(context, orgId));
  if (!hasUrl(server)) return;
  const target: WebhookTarget = own ? "assistant" : ofNumber ? "phone-number" : "org";
  const subscribed = assistant.serverMessages ?? DEFAULT_SERVER_MESSAGES;
  const audience: Audience = {
    id: callId,
    orgId,
    assistantId,
    assistantName: assistant.name ?? null,
    startedAt,
    subscribed,
    target,
  };
  if (!isWanted(audience, draft)) return;
  const { type, fields } = draft;
  const [id, createdAt] = [newId(), now()];
  const read = { row, events: async () => events };
  const about = await describeCall(context, read, { type, eventSeq, fields }, origin);
  const message = { messageId: id, timestamp: createdAt.getTime(), type, ...fields, ...about };
  const body = messageBody({ message, assistant: withoutSecrets(assistant) as Record<string, unknown> });
  const signal = timeLimit(SEND_MAX_MS);
  const sent = await attemptDelivery({ ...context, signal }, { id, orgId, server, callId, body, kind: "first" });
  const attempt = { ...sent.attempt, body: null, responseBody: null };
  const place = { id, orgId, createdAt, lane: id, type, kind: "memory" as const, target, callId, assistantId, eventSeq };
  await storeAttempted(db, { ...place, fields: {}, message: {} }, [attempt]);
}

const hasUrl = (server: ServerTarget | undefined): server is ServerTarget & { url: string } =>
  server?.url !== undefined && server.url !== "";
