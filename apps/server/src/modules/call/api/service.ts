import {
  type Call,
  type CallEvent,
  type CallFilter,
  type CreateAssistant,
  type CreateWebCall,
  ENDED_REASONS,
  invalid,
  type ListQuery,
  PlatformError,
} from "@callwright/contract";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import { readPageParts } from "../../../platform/db/page-parts.ts";
import { present } from "../../../platform/db/present.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { found } from "../../../platform/http/found.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { admitVisitor } from "../../../platform/visitors/admit-visitor.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import type { CallReports } from "../runtime/call-reports.ts";
import { roomUrl } from "../runtime/room-secret.ts";
import type { CallLinks } from "./call-links.ts";
import { toCall } from "./entity.ts";
import { iceServersOf } from "./ice-servers.ts";
import { endScheduledCall } from "./scheduled-calls.ts";
import { type StartContext, type StartedCall, startCall } from "./start-call.ts";
import * as store from "./store.ts";

/** The server, its calls, and the address at which the reader reaches it. */
export interface CallContext extends StartContext, Pick<ServerContext, "visitorRates"> {
  messages: ServerMessages;
  reports: CallReports;
  /** Address of this node, for the rooms of the calls it hosts. */
  nodeUrl: string;
  links: CallLinks;
  /** IP address of the client. */
  clientAddress: string;
}

/** Creates a web call. `webCallUrl` names its room at the hosting node, and contains the secret. */
export async function createWebCall(
  context: CallContext,
  caller: OrgCaller,
  body: CreateWebCall,
  page: string | undefined,
): Promise<Call> {
  const visitor = admitVisitor(context, caller, { action: "call", target: body, clientAddress: context.clientAddress });
  const started = await startCall(context, caller, body, {
    type: "webCall",
    callerMayReturn: body.roomDeleteOnUserLeaveEnabled === false,
    visitor,
    ...(visitor && { details: { visitor: { tokenId: visitor.tokenId, ...present({ page }) } } }),
  });
  const created = withRoom(context, started);
  return visitor ? toVisitorCall(created, started.row.assistant) : created;
}

/** A created call for a visitor's page: the fields needed to join, and nothing about the assistant's configuration. */
function toVisitorCall(call: Call, assistant: CreateAssistant): Call {
  const { id, orgId, type, status, createdAt, updatedAt, assistantId, webCallUrl, transport } = call;
  return {
    ...present({ id, orgId, type, status, createdAt, updatedAt, assistantId, webCallUrl, transport }),
    artifactPlan: { videoRecordingEnabled: assistant.artifactPlan?.videoRecordingEnabled ?? false },
    assistant: visitorAssistant(assistant),
  };
}

/**
 * What a visitor's page may know of the assistant it talks to: its name, and what a client of calls and chats reads. Prompt, model,
 * tools, hooks, addresses and whatever is added to assistants later stay with its owner.
 */
function visitorAssistant({ name, firstMessageMode, voice, transcriber }: CreateAssistant) {
  return {
    ...present({ name, firstMessageMode }),
    ...(voice && { voice: { provider: voice.provider } }),
    ...(transcriber && { transcriber: { provider: transcriber.provider, language: transcriber.language } }),
  };
}

/** A call that was just created, with the address of its room, which holds the secret. */
export function withRoom(
  { config, nodeUrl, links, now }: Pick<CallContext, "config" | "links" | "nodeUrl" | "now">,
  { row, secret, showsVideo }: StartedCall,
): Call {
  const callUrl = roomUrl(nodeUrl, row.id, secret);
  const iceServers = iceServersOf(config, row, now());
  return {
    ...toCall(row, [], links),
    webCallUrl: callUrl,
    transport: { provider: "callwright", callUrl, iceServers, assistantVideoEnabled: showsVideo },
    artifactPlan: row.assistant.artifactPlan ?? {},
  };
}

export async function listCalls(
  context: CallContext,
  { orgId }: OrgCaller,
  query: ListQuery & Pick<CallFilter, "id" | "assistantId" | "phoneNumberId">,
): Promise<Call[]> {
  const ids = await store.listCallIds(context.db, orgId, query);
  return readPageParts(ids, (part) => readCallsWithArtifacts(context, orgId, part));
}

export async function getCall(context: CallContext, { orgId }: OrgCaller, id: string): Promise<Call> {
  return withArtifact(context, orgId, await store.findCall(context, orgId, id));
}

export async function listCallEvents(
  context: CallContext,
  { orgId }: OrgCaller,
  id: string,
  afterSeq: number,
): Promise<CallEvent[]> {
  found(await store.findCall(context, orgId, id), "Call");
  return store.listEvents(context.db, orgId, id, afterSeq);
}

/** `null` clears the name. */
export async function renameCall(
  context: CallContext,
  { orgId }: OrgCaller,
  id: string,
  { name }: { name?: string | null },
): Promise<Call> {
  const change = name === undefined ? {} : { name };
  return withArtifact(context, orgId, await store.updateCall(context, orgId, id, { ...change, updatedAt: context.now() }));
}

/** Without effect on a call that has ended. A scheduled call does not start any more. */
export async function endCall(context: CallContext, caller: OrgCaller, id: string): Promise<Call> {
  const row = found(await store.findCall(context, caller.orgId, id), "Call");
  if (row.status !== "ended" && !(await cancelScheduled(context, row))) {
    await context.calls.end(row.id, ENDED_REASONS.manuallyCanceled);
    // A call that was not taken by a host is scheduled again.
    await cancelScheduled(context, row);
  }
  return getCall(context, caller, id);
}

/** False for a call that is not scheduled. */
async function cancelScheduled(context: CallContext, { orgId, id }: store.CallRow): Promise<boolean> {
  const { db, messages, reports } = context;
  const ending = { endedReason: ENDED_REASONS.manuallyCanceled };
  const isCanceled = await db.transaction((tx) => endScheduledCall({ ...context, db: tx }, { orgId, id }, ending));
  if (isCanceled) {
    messages.wake();
    reports.wake();
  }
  return isCanceled;
}

/** Fails with `call-not-over`. */
export async function analyzeCall(context: CallContext, caller: OrgCaller, id: string): Promise<Call> {
  const { db, reports, now } = context;
  const { id: callId, details } = found(await store.findCall(context, caller.orgId, id), "Call");
  const rule = privacyOf(details.compliance);
  if (rule) throw invalid(`this is a ${rule} call: nothing of it is stored that could be analyzed`);
  const begun = await db.transaction((tx) => reports.analyzeAgain(tx, caller.orgId, callId, now()));
  if (!begun) throw new PlatformError("call-not-over");
  reports.wake();
  return getCall(context, caller, id);
}

/** Fails with `call-not-over`. */
export async function storeArtifacts(context: CallContext, caller: OrgCaller, id: string): Promise<Call> {
  const { db, reports } = context;
  const { id: callId } = found(await store.findCall(context, caller.orgId, id), "Call");
  const begun = await db.transaction((tx) => reports.storeAgain(tx, caller.orgId, callId));
  if (!begun) throw new PlatformError("call-not-over");
  reports.wake();
  return getCall(context, caller, id);
}

/** Deletes all of the calls, or none if one is missing or still runs. Deleted scheduled calls do not start. Returns the first one. */
export async function deleteCalls(
  context: CallContext,
  { orgId }: OrgCaller,
  ids: readonly [string, ...string[]],
): Promise<Call> {
  const those = ids.map((id) => id.toLowerCase());
  const deleted = await context.db.transaction(async (db) => {
    const tx = { ...context, db };
    for (const id of those) await endScheduledCall(tx, { orgId, id }, { endedReason: ENDED_REASONS.scheduledCallDeleted });
    const rows = await store.deleteEndedCalls(tx, orgId, those, context.now());
    const gone = new Set(rows.map(({ id }) => id));
    for (const id of those.filter((each) => !gone.has(each)))
      if (found(await store.findCall(tx, orgId, id), "Call").status !== "ended") throw new PlatformError("call-in-progress");
    await context.messages.callsDeleted(
      db,
      rows.map(({ id }) => id),
    );
    return rows;
  });
  context.messages.wake();
  context.reports.wake();
  return withArtifact(
    context,
    orgId,
    deleted.find(({ id }) => id === those[0]),
  );
}

/** Without effect on one that is not deleted. */
export async function restoreCall(context: CallContext, { orgId }: OrgCaller, id: string): Promise<Call> {
  const restored = await store.restoreCall(context, orgId, id, context.now());
  return withArtifact(context, orgId, restored ?? (await store.findCall(context, orgId, id)));
}

async function withArtifact(context: CallContext, orgId: string, row: store.CallRow | undefined): Promise<Call> {
  const [call] = await withArtifacts(context, orgId, [found(row, "Call")]);
  if (!call) throw new Error("a row has no call");
  return call;
}

/** In the order of the ids. */
export async function readCallsWithArtifacts(
  context: Pick<CallContext, "db" | "links" | "secrets">,
  orgId: string,
  ids: string[],
): Promise<Call[]> {
  return withArtifacts(context, orgId, await store.findCalls(context, orgId, ids));
}

/** One query for the events of all rows. */
export async function withArtifacts(
  context: Pick<CallContext, "db" | "links">,
  orgId: string,
  rows: store.CallRow[],
): Promise<Call[]> {
  const { db, links } = context;
  const joined = rows.filter(({ startedAt }) => startedAt !== null).map(({ id }) => id);
  const events = await store.listArtifactEvents(db, orgId, joined);
  return rows.map((row) => toCall(row, events.get(row.id) ?? [], links));
}
