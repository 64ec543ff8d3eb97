import { defineNoun } from "../wire/noun.ts";

export const callNoteNoun = defineNoun({
  thing: "CallNote",
  label: "call note",
  changes: ["call-note"],
  addresses: {
    listCallNotes: "GET /call/{id}/note own",
    createCallNote: "POST /call/{id}/note own",
    deleteCallNote: "DELETE /call/{id}/note/{noteId} own",
  },
});
