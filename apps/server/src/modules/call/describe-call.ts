import { ARTIFACT_TYPES, linesOf, type MissingPart } from "@callwright/contract";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { present } from "../../platform/db/present.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { openRow } from "../../platform/secrets/sealed-headers.ts";
import { withoutSecrets } from "../../platform/secrets/without-secrets.ts";
import type { MessageSources } from "../webhook/compose-message.ts";
import type { DeliveryRow } from "../webhook/delivery-store.ts";
import { describeNumber } from "../webhook/find-number-server.ts";
import type { ArtifactEvent } from "./api/artifact-event.ts";
import { createCallLinks } from "./api/call-links.ts";
import { deriveConversation } from "./api/derive-messages.ts";
import { toCall, toCallMetadata } from "./api/entity.ts";
import { type CallRow, listArtifactEvents } from "./api/store.ts";
import { missingFiles } from "./runtime/call-reports.ts";
import { call } from "./tables.ts";

type Context = Pick<ServerContext, "db" | "now" | "secrets">;
type Fields = Record<string, unknown>;

/** A call that several messages may be about. */
interface ReadCall {
  row: CallRow;
  events(): Promise<readonly ArtifactEvent[]>;
}

/** See `MessageSources.readCalls`. */
export function readCallsOnce(context: Context, origin: string): ReturnType<MessageSources["readCalls"]> {
  const calls = new Map<string, Promise<ReadCall | undefined>>();
  return async (delivery, callId) => {
    const reading = calls.get(callId) ?? readCall(context, delivery.orgId, callId);
    calls.set(callId, reading);
    const read = await reading;
    if (!read || (read.row.deletedAt !== null && delivery.type !== "call.deleted")) return undefined;
    // The message was composed earlier.
    const about = delivery.message ? {} : await describeCall(context, read, delivery, origin);
    const { assistant, assistantId } = read.row;
    return { assistant, assistantId, phoneNumberId: read.row.details.phoneNumberId, about };
  };
}

async function readCall(context: Context, orgId: string, callId: string): Promise<ReadCall | undefined> {
  const [stored] = await context.db
    .select()
    .from(call)
    .where(and(eq(call.orgId, orgId), eq(call.id, callId)));
  const row = openRow(context, call, stored);
  return row && { row, events: eventsOnce(context.db, row) };
}

/** The events of a call, which are read when they are first asked for. */
function eventsOnce(db: Database, { orgId, id }: CallRow): ReadCall["events"] {
  let reading: Promise<readonly ArtifactEvent[]> | undefined;
  return () => {
    reading ??= listArtifactEvents(db, orgId, [id]).then((events) => events.get(id) ?? []);
    return reading;
  };
}

/** Fields of a server message about a call, after those of its type. `origin`: where its reader reaches this server. */
export async function describeCall(
  context: Context,
  read: ReadCall,
  delivery: Pick<DeliveryRow, "type" | "eventSeq" | "fields">,
  origin: string,
): Promise<Fields> {
  const about = await partiesOf(context, read.row);
  switch (delivery.type) {
    case "conversation-update":
      return { ...(await conversationUntil(read, delivery.eventSeq)), ...about };
    case "end-of-call-report":
      return { ...(await reportOf(context, read, delivery.fields.missing, origin)), ...about };
    default:
      return about;
  }
}

/** The call and its parties, as every message about a call contains them. */
export async function partiesOf(context: Pick<Context, "db" | "secrets">, row: CallRow): Promise<Fields> {
  const { assistantOverrides, details, orgId } = row;
  const call = withoutSecrets({ ...toCallMetadata(row), ...(assistantOverrides && { assistantOverrides }) });
  const phoneNumber = details.phoneNumber
    ? withoutSecrets(details.phoneNumber)
    : await describeNumber(context, orgId, details.phoneNumberId);
  return { call, ...present({ customer: details.customer, phoneNumber }) };
}

/** The conversation at the moment when an event was stored. */
async function conversationUntil({ row, events }: ReadCall, eventSeq: number | null): Promise<Fields> {
  const known = (await events()).filter(({ seq }) => eventSeq === null || seq <= eventSeq);
  return deriveConversation(linesOf(known), (row.startedAt ?? row.createdAt).getTime());
}

/** Consumers read the transcript and the recording in the artifact or beside it, because the platform sent them in both places. */
async function reportOf(context: Context, { row, events }: ReadCall, missing: unknown, origin: string): Promise<Fields> {
  const links = createCallLinks(context)(origin);
  const {
    artifact = {},
    startedAt,
    endedAt,
    endedReason,
    endedMessage,
    analysis = {},
    cost,
    costBreakdown,
    costs,
    costUnknown,
  } = toCall(row, await events(), links);
  const durationMs = startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : 0;
  const { transcript, messages, recordingUrl, stereoRecordingUrl } = artifact;
  // `missing` contains the notes.
  const { notes: _, ...results } = analysis;
  return {
    ...present({ endedReason, endedMessage, startedAt, endedAt }),
    durationMs,
    durationSeconds: durationMs / 1000,
    analysis: results,
    artifact,
    ...present({ summary: analysis.summary, missing: stillMissing(missing, row), cost, costBreakdown, costs, costUnknown }),
    ...present({ transcript, messages, recordingUrl, stereoRecordingUrl }),
  };
}

/** The data that was missing when the report became ready, without data that was found since. Undefined: nothing was missing. */
function stillMissing(missing: unknown, row: CallRow): MissingPart[] | undefined {
  const { analysisState, details } = row;
  const parts = Array.isArray(missing) ? (missing as MissingPart[]) : [];
  const { notes = [] } = details.analysis ?? {};
  const files = missingFiles(row);
  const isFile = (part: string) => part === "artifact" || ARTIFACT_TYPES.some((type) => type === part);
  const isKnown = (part: string) => notes.some((note) => note.part === part && note.kind !== "cut" && note.kind !== "by-rule");
  const isMissing = ({ part }: MissingPart) => {
    if (isFile(part)) return files.some((file) => file.part === part);
    return analysisState !== "done" || isKnown(part);
  };
  const left = parts.filter(isMissing);
  return left.length > 0 ? left : undefined;
}
