import { z } from "zod";
import { EntityFields } from "./entity.ts";
import { FILE_METADATA_MAX_CHARACTERS, LIST_LIMIT, NAME_MAX_CHARACTERS } from "./limits.ts";
import { ListQuery } from "./list-query.ts";
import { patchOf } from "./patch-of.ts";
import { resourceRoutes } from "./resource-routes.ts";
import { defineRoutes } from "./route.ts";

/**
 * ```
 *   processing ──▶ done      its text can be read
 *              └─▶ failed    no text could be read from it
 * ```
 */
export const FILE_STATUSES = ["processing", "done", "failed"] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

export const FILE_PURPOSES = ["assistant", "composer-attachment", "knowledge-base-v2"] as const;

/** Kinds of file that are taken, by their name's ending. Of Word's files those since 2007: no library that is kept up reads `.doc`. */
export const FILE_EXTENSIONS = ["txt", "pdf", "docx", "csv", "md", "tsv", "yaml", "json", "xml", "log"] as const;
export type FileExtension = (typeof FILE_EXTENSIONS)[number];

const FileMetadata = z
  .record(z.string(), z.unknown())
  .refine((metadata) => JSON.stringify(metadata).length <= FILE_METADATA_MAX_CHARACTERS, {
    error: `must have at most ${FILE_METADATA_MAX_CHARACTERS} characters as JSON`,
  });

/** A form: the name is the file's own. */
export const CreateFile = z.strictObject({
  file: z.file().meta({ description: `One of: ${FILE_EXTENSIONS.join(", ")}.` }),
  purpose: z.enum(FILE_PURPOSES).optional(),
  /** Anything to remember with it. */
  metadata: FileMetadata.optional(),
});
export type CreateFile = z.infer<typeof CreateFile>;

export const UpdateFile = patchOf({ name: z.string().min(1).max(NAME_MAX_CHARACTERS) });
export type UpdateFile = z.infer<typeof UpdateFile>;

/** A file somebody uploaded. Not called `File`, which is the browser's word for one. */
export const StoredFile = z.looseObject({
  ...EntityFields,
  object: z.literal("file"),
  status: z.enum(FILE_STATUSES),
  name: z.string().max(NAME_MAX_CHARACTERS),
  /** As it was uploaded. */
  originalName: z.string(),
  bytes: z.number().int(),
  mimetype: z.string(),
  purpose: z.string().optional(),
  /** Where it lies in the store. */
  key: z.string().optional(),
  path: z.string().optional(),
  bucket: z.string().optional(),
  /** Signed, expiring. */
  url: z.string().optional(),
  /** What could be read from it, as text: signed, expiring. */
  parsedTextUrl: z.string().optional(),
  parsedTextBytes: z.number().int().optional(),
  /** Of one that failed: why no text could be read, as a sentence. */
  failure: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** All files unless a limit is given: the platform's list takes no parameters, and its clients expect every file. */
const FileQuery = z.object({
  ...ListQuery.shape,
  limit: z.coerce.number().int().min(0).max(LIST_LIMIT.max).default(LIST_LIMIT.max),
  purpose: z.enum(FILE_PURPOSES).optional(),
});

const plain = resourceRoutes(
  { name: "File", path: "/file", noun: "file", create: CreateFile, update: UpdateFile, entity: StoredFile },
  FileQuery,
);

export const fileRoutes = defineRoutes({
  ...plain,
  createFile: { ...plain.createFile, bodyType: "form", summary: "Upload a file" },
  uploadFile: { ...plain.createFile, path: "/file/upload", bodyType: "form", summary: "Upload a file; the same as POST /file" },
});
