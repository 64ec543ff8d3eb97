import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { callNote } from "../tables.ts";

export type NoteRow = typeof callNote.$inferSelect;

/** Oldest first. */
export async function listNotes(db: Database, orgId: string, callId: string): Promise<NoteRow[]> {
  return db
    .select()
    .from(callNote)
    .where(and(eq(callNote.orgId, orgId), eq(callNote.callId, callId)))
    .orderBy(asc(callNote.createdAt), asc(callNote.id));
}

export async function insertNote(db: Database, orgId: string, row: Omit<NoteRow, "orgId">): Promise<void> {
  await db.insert(callNote).values({ ...row, orgId });
}

export async function findNote(db: Database, orgId: string, callId: string, id: string): Promise<NoteRow | undefined> {
  const [row] = await db
    .select()
    .from(callNote)
    .where(and(eq(callNote.orgId, orgId), eq(callNote.callId, callId), eq(callNote.id, id)));
  return row;
}

export async function deleteNote(db: Database, orgId: string, id: string): Promise<void> {
  await db.delete(callNote).where(and(eq(callNote.orgId, orgId), eq(callNote.id, id)));
}
