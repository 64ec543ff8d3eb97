import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type CallExportQuery, EXPORT_LINK_DAYS, EXPORTS_PER_MINUTE, invalid, PlatformError } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { user } from "../../../platform/auth/tables.ts";
import { exportBlobKey } from "../../../platform/blobs/blob-key.ts";
import { createBlobUrls } from "../../../platform/blobs/signed-blob-url.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { Download } from "../../../platform/http/download.ts";
import { uploadsFolder } from "../../../platform/http/uploads-folder.ts";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { createCallLinks } from "./call-links.ts";
import { exportCalls } from "./export-calls.ts";
import * as store from "./export-store.ts";

type BeginContext = Pick<ServerContext, "db" | "newId" | "now">;

export interface MailExportContext
  extends Pick<ServerContext, "blobs" | "config" | "db" | "mailer" | "newId" | "now" | "secrets"> {
  /** The origin of this server in the links of the mail. */
  origin: string;
}

const RETRY_AFTER_SECONDS = 60;

/** Begins an export whose link goes to `query.email`, else to the user. Fails with `validation-failed` or `rate-limited`. */
export async function beginExport(
  { db, newId, now }: BeginContext,
  caller: OrgCaller,
  query: CallExportQuery,
  queue: RunQueue,
): Promise<Download> {
  const { orgId } = caller;
  const email = query.email ?? (await addressOf(db, caller));
  const [id, at] = [newId(), now()];
  await db.transaction(async (tx) => {
    if (!(await store.insertExport(tx, { id, orgId, createdAt: at, updatedAt: at, query, email })))
      throw new PlatformError("rate-limited", {
        limit: EXPORTS_PER_MINUTE,
        what: "exports by e-mail",
        scope: "in this organization",
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    await queue.add(tx, { orgId, id });
  });
  queue.wake();
  const body = JSON.stringify({ id, email });
  return new Download({ mediaType: "application/json; charset=utf-8", fileName: "export.json", chunks: once(body) });
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function addressOf(db: BeginContext["db"], { userId }: OrgCaller): Promise<string> {
  const [found] = userId === null ? [] : await db.select({ email: user.email }).from(user).where(eq(user.id, userId));
  if (found) return found.email;
  throw invalid("email is required: this token belongs to no user");
}

/** Makes the file and sends its link. A file from an earlier attempt is used again. */
export async function sendExport(
  context: MailExportContext,
  run: { orgId: string; id: string },
  signal: AbortSignal,
): Promise<void> {
  const { blobs, db, mailer, now, secrets, origin } = context;
  const row = await store.findOpenExport(db, run);
  if (!row) return;
  const { orgId, id, query, email } = row;
  const key = exportBlobKey(orgId, id, query.format);
  if ((await blobs.stat(key)) === null) await makeFile(context, row, key, signal);
  const link = createBlobUrls(secrets.urlSigning, now).sign(key, origin, EXPORT_LINK_DAYS);
  await mailer.sendMail({
    to: email,
    subject: "Your export of calls is ready",
    text: `Your export of calls (${query.format.toUpperCase()}) is ready. Everyone who has this link can open it, for ${EXPORT_LINK_DAYS} days:\n\n${link}\n`,
  });
  await store.markSent(db, orgId, id, now());
}

/** Writes to a local file first, because an object store needs the length. A file left by a killed server is removed with abandoned uploads. */
async function makeFile(
  context: MailExportContext,
  { orgId, query }: store.CallExportRow,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = uploadsFolder(context.config);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `export-${context.newId()}`);
  const links = createCallLinks(context)(context.origin, EXPORT_LINK_DAYS);
  const { chunks } = exportCalls({ ...context, links }, orgId, query);
  try {
    await pipeline(Readable.from(chunks), createWriteStream(file, { mode: 0o600 }), { signal });
    await context.blobs.putFile(key, file);
  } finally {
    await rm(file, { force: true });
  }
}
