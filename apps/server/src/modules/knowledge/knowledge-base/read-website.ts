import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { WEBSITE_MAX_BYTES } from "@callwright/contract";
import { uploadsFolder } from "../../../platform/http/uploads-folder.ts";
import { hostFailure } from "../../../platform/net/host-failure.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { sendRequest } from "../../credential/outgoing/send-request.ts";
import { extractText } from "../file/extract-text.ts";
import { readPassages } from "../file/read-file.ts";
import { refuseBytes } from "../search/document-room.ts";
import { replacePassages } from "../search/store-passages.ts";
import type { AddReading, Unread } from "../search/unread.ts";
import { addWebsiteSource, findWebsite, finishWebsite } from "./website-store.ts";

interface Context extends Pick<ServerContext, "db" | "config" | "now" | "newId" | "network" | "secrets" | "log"> {
  /** Adds a job that computes the vectors of the passages, in the transaction of `tx`. Undefined without a model for them. */
  addEmbedding: AddReading | undefined;
}

const TIMEOUT_MS = 30_000;
const MEGABYTE = 1024 * 1024;
/** How a page is read, by its type. */
const KINDS: Record<string, "html" | "txt" | "md" | "pdf"> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/plain": "txt",
  "text/markdown": "md",
  "application/pdf": "pdf",
};

/** Fetches a web page and stores its passages, or the reason why there are none. Does nothing for a page that was read or removed already. */
export async function readWebsite(context: Context, page: Unread, signal: AbortSignal): Promise<void> {
  const { db, now } = context;
  const found = await findWebsite(db, page);
  if (found?.website.status !== "reading") return;
  const fetched = await fetchPage(context, page.orgId, found.website.url, signal);
  if ("failure" in fetched) {
    await db.transaction((tx) => finishWebsite(tx, page, { status: "failed", failure: fetched.failure }, now()));
    return;
  }
  await withFiles(context, async ([source = "", text = "", passages = ""]) => {
    await writeFile(source, fetched.bytes, { mode: 0o600 });
    const read = await extractText(page.orgId, source, fetched.kind, { text, passages }, signal);
    await db.transaction(async (tx) => {
      // First, because it locks the knowledge base: a removed page must get no passages.
      const { row, website } = (await findWebsite(tx, page, { lock: true })) ?? {};
      if (!row || !website) return;
      if ("failure" in read) return void (await finishWebsite(tx, page, { status: "failed", failure: read.failure }, now()));
      const bytes = fetched.bytes.length;
      const limit = await refuseBytes(tx, page.orgId, bytes, page.id);
      if (limit !== undefined) {
        const failure = `With it, the limit is exceeded of ${limit}. Delete files or pages that are not needed, and read it again.`;
        return void (await finishWebsite(tx, page, { status: "failed", failure }, now()));
      }
      await addWebsiteSource(tx, row.id, page, website.url);
      const passageCount = await replacePassages(tx, page.orgId, page.id, readPassages(passages));
      await context.addEmbedding?.(tx, page);
      const readAt = now().toISOString();
      await finishWebsite(tx, page, { status: "ready", readAt, bytes, passageCount: passageCount ?? 0 }, now());
    });
  });
}

/** Paths of three files that are gone afterwards. */
async function withFiles(
  { config, newId }: Pick<Context, "config" | "newId">,
  use: (paths: string[]) => Promise<void>,
): Promise<void> {
  const folder = uploadsFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const paths = [newId(), newId(), newId()].map((name) => path.join(folder, name));
  try {
    await use(paths);
  } finally {
    await Promise.all(paths.map((each) => rm(each, { force: true })));
  }
}

type Fetched = { bytes: Buffer; kind: (typeof KINDS)[string] } | { failure: string };

async function fetchPage(context: Context, orgId: string, address: string, signal: AbortSignal): Promise<Fetched> {
  const url = new URL(address);
  const headers = { accept: "text/html, application/xhtml+xml, application/pdf, text/plain;q=0.8" };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: WEBSITE_MAX_BYTES };
  try {
    const request = { method: "GET", url, headers, body: "", ...limits, encoding: "latin1" } as const;
    const { status, headers: answered, text, isCut } = await sendRequest({ ...context, signal }, orgId, request);
    if (status < 200 || status > 299) return { failure: `The server answered with status ${status}.` };
    if (isCut) return { failure: `It has more than ${WEBSITE_MAX_BYTES / MEGABYTE} MB.` };
    const [type = ""] = (answered["content-type"] ?? "text/html").split(";");
    const kind = KINDS[type.trim().toLowerCase()];
    if (kind === undefined) return { failure: `It is no web page: its type is ${type.trim().slice(0, 100)}.` };
    if ((answered["content-encoding"] ?? "identity") !== "identity") return { failure: "The server sends it compressed." };
    const bytes = Buffer.from(text, "latin1");
    return { kind, bytes: kind === "pdf" ? bytes : decodePage(bytes, answered["content-type"]) };
  } catch (cause) {
    signal.throwIfAborted();
    return { failure: hostFailure(url.host, cause).message };
  }
}

/** A page declares its encoding within this many bytes. */
const HEAD_BYTES = 1024;
const CHARSET = /charset\s*=\s*["']?([\w-]+)/i;

/** Decodes the bytes of a page by the encoding that its server or the page itself names. Bytes without a name stay as they are. */
function decodePage(bytes: Buffer, contentType = ""): Buffer {
  const said = CHARSET.exec(contentType) ?? CHARSET.exec(bytes.subarray(0, HEAD_BYTES).toString("latin1"));
  const charset = said?.[1];
  if (charset === undefined || hasMark(bytes)) return bytes;
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes, { stream: true }));
  } catch {
    // An unknown encoding.
    return bytes;
  }
}

/** A byte order mark says more than a name. */
function hasMark(bytes: Buffer): boolean {
  return ["fffe", "feff", "efbb"].includes(bytes.subarray(0, 2).toString("hex"));
}
