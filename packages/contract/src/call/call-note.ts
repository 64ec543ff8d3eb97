import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { NOTE_MAX_CHARACTERS } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { callNoteNoun } from "./call-note-noun.ts";

/** A member's note on a call. */
export const Note = z.object({
  id: Id,
  callId: Id,
  /** Null for an API token. */
  userId: Id.nullable(),
  authorName: z.string(),
  text: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Note = z.infer<typeof Note>;

export const CreateNote = z.strictObject({ text: z.string().trim().min(1).max(NOTE_MAX_CHARACTERS) });
export type CreateNote = z.infer<typeof CreateNote>;

export const callNoteRoutes = describeRoutes(callNoteNoun.addresses, {
  listCallNotes: {
    response: z.array(Note),
    summary: "List the notes on a call, oldest first",
  },
  createCallNote: {
    body: CreateNote,
    response: Note,
    status: 201,
    summary: "Add a note to a call",
  },
  deleteCallNote: {
    response: Note,
    summary: "Delete your note; admins can delete any note",
  },
});
