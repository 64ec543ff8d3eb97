import { StoredFile } from "@callwright/contract";
import { lazy } from "react";
import { z } from "zod";
import { defineResource } from "../../resource/resource.ts";
import { fileSize } from "./file-size.ts";
import { UploadAction } from "./UploadAction.tsx";

const FileTab = lazy(async () => ({ default: (await import("./FileTab.tsx")).FileTab }));

/** Uploaded files, and the text that was read from them. */
export const fileResource = defineResource({
  name: "File",
  path: "files",
  texts: "files",
  // Only these fields change after the upload.
  schema: z.strictObject({ name: StoredFile.shape.name }),
  createAction: UploadAction,
  sample: (t) => ({ file: new File([t("files.sampleText")], t("files.sampleName"), { type: "text/markdown" }) }),
  isBusy: ({ status }) => status === "processing",
  filters: ["purpose"],
  columns: [
    { id: "status", text: ({ status }, t) => t(`files.values.${status}`), width: "160px", from: "narrow" },
    { id: "size", text: ({ bytes }) => fileSize(bytes), order: ({ bytes }) => bytes, width: "100px", isNumeric: true },
    { id: "kind", text: ({ mimetype }) => mimetype, width: "200px", from: "wide" },
  ],
  tabs: [{ id: "file", component: FileTab, isFirst: true }],
});
