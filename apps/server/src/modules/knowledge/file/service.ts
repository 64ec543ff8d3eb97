import {
  CreateFile,
  invalid,
  KNOWLEDGE_PASSAGES,
  type KnowledgeAnswer,
  NAME_MAX_CHARACTERS,
  PlatformError,
  type SearchKnowledge,
  type StoredFile,
} from "@callwright/contract";
import { z } from "zod";
import { fileBlobKey } from "../../../platform/blobs/blob-key.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { SpooledFile } from "../../../platform/http/spooled-file.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { requireFileQuota } from "../../../platform/quota/quotas.ts";
import { findUsers } from "../../../platform/resource-kit/find-users.ts";
import { createResourceService, plainEntity, type ResourceContext } from "../../../platform/resource-kit/resource-service.ts";
import type { ResourceRow } from "../../../platform/resource-kit/resource-store.ts";
import { openRow, sealHeaders } from "../../../platform/secrets/sealed-headers.ts";
import { assistant } from "../../assistant/tables.ts";
import { squad } from "../../squad/tables.ts";
import { tool } from "../../tool/tables.ts";
import { workflow } from "../../workflow/tables.ts";
import { refuseBytes } from "../search/document-room.ts";
import { findPassages, type KnowledgeContext } from "../search/find-passages.ts";
import type { AddReading } from "../search/unread.ts";
import { file, knowledgeBase } from "../tables.ts";
import { FILE_MEDIA_TYPES, fileKind } from "./file-kind.ts";
import { insertHidden, showFile } from "./store.ts";

export interface FileContext extends ResourceContext, KnowledgeContext, Pick<ServerContext, "blobs" | "config"> {
  /** Makes a URL that opens a blob for some hours. */
  sign: (key: string) => string;
  /** Adds a job that reads the text of a file, in the transaction of `tx`. */
  addReading: AddReading;
}

/** What people write of a file. */
const FileConfig = z.strictObject({
  name: z.string().min(1).max(NAME_MAX_CHARACTERS),
  purpose: CreateFile.shape.purpose,
  metadata: CreateFile.shape.metadata,
});
type FileConfig = z.infer<typeof FileConfig>;

/** Everything but the upload itself. */
export const files = createResourceService<FileConfig, StoredFile, FileContext>({
  noun: "File",
  table: file,
  schema: FileConfig,
  toEntity: toFile,
  release: ({ db }, orgId, { id }) => refuseFileInUse(db, orgId, id),
});

/**
 * Keeps an upload; its text is read afterwards. Fails with `file-type-not-supported`, or with `validation-failed` when its content is not
 * what its name says, or the organization has too many files.
 */
export async function uploadFile(context: FileContext, { orgId }: OrgCaller, body: CreateFile): Promise<StoredFile> {
  const { file: upload, purpose, metadata } = body;
  if (!(upload instanceof SpooledFile)) throw new Error("a form's file lies on the disk");
  const extension = await fileKind(upload);
  const { db, blobs, now, newId } = context;
  const [id, at] = [newId(), now()];
  const key = fileBlobKey(orgId, id, extension);
  const written = { name: shortName(upload.name), ...(purpose && { purpose }), ...(metadata && { metadata }) };
  const config = sealHeaders(context, file, id, written);
  const state = {
    object: "file",
    status: "processing",
    originalName: upload.name,
    bytes: upload.size,
    mimetype: FILE_MEDIA_TYPES[extension],
    key,
  };
  await db.transaction((tx) => requireRoom({ ...context, db: tx }, orgId, upload.size));
  await insertHidden(db, { id, orgId, createdAt: at, updatedAt: at, config, state });
  await blobs.putFile(key, upload.path);
  const row = await db.transaction(async (tx) => {
    // Other files may have been uploaded in the meantime.
    await requireRoom({ ...context, db: tx }, orgId, upload.size);
    const shown = await showFile(tx, orgId, id);
    if (shown) await context.addReading(tx, { orgId, id });
    return shown;
  });
  if (!row) throw new Error("a file was purged while it was stored");
  return toFile(context, openRow(context, file, row));
}

/** The passages of a file that best match a question. */
export async function searchFile(
  context: FileContext,
  caller: OrgCaller,
  id: string,
  { question, limit = KNOWLEDGE_PASSAGES.default }: SearchKnowledge,
): Promise<KnowledgeAnswer> {
  await files.get(context, caller, id);
  return findPassages(context, { orgId: caller.orgId, sourceIds: [id] }, question, { limit });
}

/** Fails with `validation-failed` where an organization's documents would be too large together, or with `quota-full`. */
async function requireRoom(context: FileContext, orgId: string, bytes: number): Promise<void> {
  const limit = await refuseBytes(context.db, orgId, bytes);
  if (limit === undefined) return requireFileQuota(context, orgId, bytes);
  const problems = [`file exceeds the limit of ${limit}: delete files that are not needed, or upload a smaller one`];
  throw invalid(...problems);
}

/** Shortens a name to the limit of names and keeps its ending. */
function shortName(name: string): string {
  if (name.length <= NAME_MAX_CHARACTERS) return name;
  const ending = name.slice(name.lastIndexOf("."));
  return `${name.slice(0, NAME_MAX_CHARACTERS - ending.length - 1)}…${ending}`.replace(/\p{Surrogate}/gu, "");
}

function toFile({ sign }: FileContext, row: ResourceRow): StoredFile {
  const { textKey, ...state } = row.state;
  const entity = plainEntity({ ...row, state }) as StoredFile;
  const text = textKey === undefined ? {} : { parsedTextUrl: sign(String(textKey)) };
  return { ...entity, url: sign(String(state.key)), ...text };
}

/**
 * Resources that may name files, at any depth, as `fileIds`: chunk plans of knowledge bases, query tools, and assistants with such tools of their
 * own.
 */
const USERS = { "knowledge base": knowledgeBase, tool, assistant, squad, workflow };
/** Named in the refusal. */
const MAX_NAMED = 5;

/**
 * A file in use is not deleted, because an assistant would lose its knowledge unnoticed. Fails with `file-in-use`, which
 * names the users. Those that are deleted do not count; when one is restored after its file was deleted, it finds the file missing.
 */
async function refuseFileInUse(db: Database, orgId: string, fileId: string): Promise<void> {
  const found = await findUsers(db, orgId, { tables: USERS, fields: ["fileIds"], id: fileId, limit: MAX_NAMED });
  if (found.length === 0) return;
  const users = found.map(({ noun, name, id }) => `${noun} ${name ? `'${name}' (${id})` : id}`).join(", ");
  throw new PlatformError("file-in-use", { users });
}
