import { defineNoun } from "../wire/noun.ts";

export const fileNoun = defineNoun({
  thing: "File",
  label: "file",
  changes: ["file"],
  addresses: {
    createFile: "POST /file form",
    listFiles: "GET /file",
    getFile: "GET /file/{id}",
    updateFile: "PATCH /file/{id}",
    deleteFile: "DELETE /file/{id}",
    restoreFile: "POST /file/{id}/restore own",
    uploadFile: "POST /file/upload form",
    searchFile: "POST /file/{id}/search own",
  },
});
