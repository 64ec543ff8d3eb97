import { z } from "zod";
import { EntityFields } from "../wire/entity.ts";
import { FILE_METADATA_MAX_CHARACTERS, LIST_LIMIT, NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { ListQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { patchOf } from "../wire/patch-of.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { fileNoun } from "./file-noun.ts";
import { searching } from "./passage.ts";

/**
 * ```
 *   processing ──▶ done      the text was read
 *              └─▶ failed    no text could be read
 * ```
 */
export const FILE_STATUSES = ["processing", "done", "failed"] as const;

export const FILE_PURPOSES = ["assistant", "composer-attachment", "knowledge-base-v2"] as const;

/** Supported file name extensions. Not `.doc`, because no maintained library reads it. */
export const FILE_EXTENSIONS = ["txt", "pdf", "docx", "csv", "md", "tsv", "yaml", "json", "xml", "log"] as const;
export type FileExtension = (typeof FILE_EXTENSIONS)[number];

const FileMetadata = z
  .record(z.string(), z.unknown())
  .refine((metadata) => JSON.stringify(metadata).length <= FILE_METADATA_MAX_CHARACTERS, {
    error: `must have at most ${FILE_METADATA_MAX_CHARACTERS} characters as JSON`,
  });

/** Sent as a form. The name is the file's name. */
export const CreateFile = z.strictObject({
  file: z.file().meta({ description: `One of: ${FILE_EXTENSIONS.join(", ")}.` }),
  purpose: z.enum(FILE_PURPOSES).optional(),
  /** Any metadata. */
  metadata: FileMetadata.optional(),
});
export type CreateFile = z.infer<typeof CreateFile>;

export const UpdateFile = patchOf({ name: z.string().min(1).max(NAME_MAX_CHARACTERS) });

/** An uploaded file. Not named `File`, which is a type of the browser. */
export const StoredFile = z.looseObject({
  ...EntityFields,
  object: z.literal("file"),
  status: z.enum(FILE_STATUSES),
  name: z.string().max(NAME_MAX_CHARACTERS),
  /** The uploaded name. */
  originalName: z.string(),
  bytes: z.number().int(),
  mimetype: z.string(),
  purpose: z.string().optional(),
  /** The key in the blob store. */
  key: z.string().optional(),
  path: z.string().optional(),
  bucket: z.string().optional(),
  /** Signed, expiring. */
  url: z.string().optional(),
  /** The text read from it: signed, expiring. */
  parsedTextUrl: z.string().optional(),
  parsedTextBytes: z.number().int().optional(),
  /** Number of passages that a search finds. */
  passageCount: z.number().int().optional(),
  /** Why no text could be read, as a sentence. */
  failure: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** Lists all files by default: the platform's list takes no parameters, and its clients expect every file. */
const FileQuery = z.object({
  ...ListQuery.shape,
  limit: z.coerce.number().int().min(0).max(LIST_LIMIT.max).default(LIST_LIMIT.max),
  purpose: z.enum(FILE_PURPOSES).optional(),
});

const plain = resourceRoutes(fileNoun, { create: CreateFile, update: UpdateFile, entity: StoredFile }, FileQuery);

export const fileRoutes = describeRoutes(fileNoun.addresses, {
  ...plain,
  createFile: { ...plain.createFile, bodyType: "form", summary: "Upload a file" },
  uploadFile: { ...plain.createFile, bodyType: "form", summary: "Upload a file; the same as POST /file" },
  searchFile: { ...searching, summary: "Ask a file: the passages that best match a question" },
});
