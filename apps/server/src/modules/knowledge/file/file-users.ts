import { PlatformError } from "@callwright/contract";
import type { Database } from "../../../platform/db/connect.ts";
import { findUsers } from "../../../platform/resource-kit/find-users.ts";
import { assistant } from "../../assistant/tables.ts";
import { squad } from "../../squad/tables.ts";
import { tool } from "../../tool/tables.ts";
import { workflow } from "../../workflow/tables.ts";
import { knowledgeBase } from "../tables.ts";

/** What may name files, at any depth, as `fileIds`: chunk plans of knowledge bases, query tools, and assistants that bring such tools along. */
const USERS = { "knowledge base": knowledgeBase, tool, assistant, squad, workflow };
/** Named in the refusal. */
const MAX_NAMED = 5;

/**
 * A file in use is not deleted, because an assistant would lose its knowledge unnoticed. Fails with `file-in-use`, which
 * names the users. Those that are deleted do not count; when one is restored after its file was deleted, it finds the file missing.
 */
export async function refuseFileInUse(db: Database, orgId: string, fileId: string): Promise<void> {
  const found = await findUsers(db, orgId, { tables: USERS, fields: ["fileIds"], id: fileId, limit: MAX_NAMED });
  if (found.length === 0) return;
  const users = found.map(({ noun, name, id }) => `${noun} ${name ? `'${name}' (${id})` : id}`).join(", ");
  throw new PlatformError("file-in-use", { users });
}
