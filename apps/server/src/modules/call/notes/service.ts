import { type CreateNote, type Note, PlatformError } from "@callwright/contract";
import type { Database } from "../../../platform/db/connect.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { nameCaller } from "../../../platform/http/caller-name.ts";
import { found } from "../../../platform/http/found.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { type CallRow, findCall } from "../api/store.ts";
import * as store from "./store.ts";

/** `db` may be a transaction. */
export type NoteContext = Pick<ServerContext, "now" | "newId" | "secrets"> & { db: Database };

export async function listNotes(context: NoteContext, { orgId }: OrgCaller, callId: string): Promise<Note[]> {
  await requireCall(context, orgId, callId);
  return (await store.listNotes(context.db, orgId, callId)).map(toNote);
}

/** The call may run, or have ended. Returns the call, too. */
export async function createNote(
  context: NoteContext,
  caller: OrgCaller,
  callId: string,
  { text }: CreateNote,
): Promise<{ note: Note; call: CallRow }> {
  const { db, now, newId } = context;
  const call = await requireCall(context, caller.orgId, callId);
  const { userId, name } = await nameCaller(db, caller);
  const row = { id: newId(), callId, userId, authorName: name, text, createdAt: now() };
  await store.insertNote(db, caller.orgId, row);
  return { note: toNote(row), call };
}

/** Its author or an admin may delete a note. A note of a token has no author. Fails with `not-found` or `note-of-another`. */
export async function deleteNote(
  context: NoteContext,
  { orgId, userId, role }: OrgCaller,
  callId: string,
  id: string,
): Promise<{ note: Note; call: CallRow }> {
  const { db } = context;
  const call = await requireCall(context, orgId, callId);
  const row = found(await store.findNote(db, orgId, callId, id), "Note");
  const isAuthor = userId !== null && row.userId === userId;
  if (!isAuthor && role !== "admin") throw new PlatformError("note-of-another");
  await store.deleteNote(db, orgId, id);
  return { note: toNote(row), call };
}

const requireCall = async (context: NoteContext, orgId: string, callId: string): Promise<CallRow> =>
  found(await findCall(context, orgId, callId), "Call");

function toNote({ id, callId, userId, authorName, text, createdAt }: Omit<store.NoteRow, "orgId">): Note {
  return { id, callId, userId, authorName, text, createdAt: createdAt.toISOString() };
}
