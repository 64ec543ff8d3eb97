import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Call, type Campaign, HELD_KINDS, type HeldItem, type HeldKind } from "@callwright/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ScriptedCallHostPool } from "../../modules/call/runtime/testing/scripted-call-host-pool.ts";
import { type Config, parseConfig } from "../../platform/config/config.ts";
import { createLogger } from "../../platform/config/logger.ts";
import { connectDatabase } from "../../platform/db/connect.ts";
import { type FakeMailServer, type ReceivedMail, startFakeMailServer } from "../../testing/fake-mail-server.ts";
import { createTestDatabase, openTestCluster } from "../../testing/postgres-cluster.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { backup, restore } from "../backup/commands.ts";
import { type BusyOrg, makeBusy, planBusy } from "./testing/busy-org.ts";

/** How long the test watches that nothing is sent. `RESTORE_QUIET_SECONDS=600` for a long run. */
const QUIET_MS = Number(process.env.RESTORE_QUIET_SECONDS ?? 15) * 1_000;
const WAIT = { timeout: 60_000 };
const log = createLogger({ logLevel: "silent" });
const never = new AbortController().signal;

let receiver: WebhookReceiver;
let mailServer: FakeMailServer;
const mails: ReceivedMail[] = [];
/** Requests to the carrier. */
const asked: string[] = [];
let copy: TestServer;
let org: BusyOrg;
let apiToken: string;
let code: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  mailServer = await startFakeMailServer();
  const collect = async (): Promise<void> => {
    mails.push(await mailServer.nextMail());
    void collect();
  };
  void collect();
  const carrier = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response
      .writeHead(404, { "content-type": "application/json" })
      .end(JSON.stringify({ message: "no such thing", code: 20404 }));
  });
  await new Promise<void>((resolve) => carrier.listen(0, "127.0.0.1", resolve));
  const cluster = await openTestCluster();
  const folder = await mkdtemp(join(tmpdir(), "callwright-restore-"));
  const [first, second] = await Promise.all(
    [1, 2].map(() => createTestDatabase(cluster.adminUrl, `restore_${randomUUID().replaceAll("-", "")}`)),
  );
  if (!first || !second) throw new Error("no database");
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: "calls@example.com", PUBLIC_URL: "https://voice.example.com" };
  const { smtp } = parseConfig(mail);
  const optionsFor = (
    name: string,
    databaseUrl: string,
    config: Partial<Config> = {},
  ): NonNullable<Parameters<typeof startTestServer>[0]> => ({
    config: {
      databaseUrl,
      dataDir: join(folder, name),
      allowPrivateAddresses: true,
      ...config,
      twilioBaseUrl: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`,
    },
    simulatedTimes: { connect: 0, person: 20, mailbox: 20 },
    callService: { createPool: (pool) => new ScriptedCallHostPool(pool, () => new Date()) },
  });

  const original = await startTestServer(optionsFor("original", first.url));
  const client = await original.signUp();
  apiToken = (await client.json<{ value: string }>("POST", "/token", { name: "Kept" })).body.value;
  const twilio = { twilioAccountSid: `AC${"0".repeat(32)}`, twilioAuthToken: "token" };
  await client.json("POST", "/phone-number", { provider: "twilio", number: "+14155550123", ...twilio });
  const planned = await planBusy(client, receiver.url);
  await original.close();
  const connection = connectDatabase(first.url, log);
  org = await makeBusy(connection.db, planned);
  await connection.close();
  const archive = join(folder, "backup.tar.gz");
  const plain = { secret: undefined, blobStore: undefined, publicUrl: undefined };
  await backup({ dataDir: join(folder, "original"), databaseUrl: first.url, ...plain }, log, archive, never);

  const target = connectDatabase(second.url, log);
  await target.pool.query(
    "drop schema public cascade; create schema public; drop schema auth cascade; drop schema drizzle cascade; drop schema if exists pgboss cascade",
  );
  await target.close();
  const told = await restore({ dataDir: join(folder, "copy"), databaseUrl: second.url, ...plain }, log, archive, never);
  code = /with this code: (\S+)/.exec(told)?.[1] ?? "";
  // Counts of the original server before its end.
  [mails.length, asked.length, receiver.received.length] = [0, 0, 0];
  // The original has no mail server: its people need not verify their addresses.
  copy = await startTestServer(optionsFor("copy", second.url, { smtp }));
  closing.push(
    ...[copy.close, first.drop, second.drop, cluster.stop, receiver.close, mailServer.close],
    () => new Promise((resolve) => carrier.close(resolve)),
    () => rm(folder, { recursive: true, force: true }),
  );
}, 300_000);
afterAll(async () => {
  for (const close of closing) await close();
});

async function send<Body>(method: string, path: string, token: string, body?: unknown): Promise<Body> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await (await fetch(`${copy.url}${path}`, { method, headers, ...json })).json()) as Body;
}
const callOf = (id: string) => send<Call>("GET", `/call/${id}`, apiToken);

test("a restored copy of a busy organization sends nothing by itself, and then each kind as its operator resumes it", {
  timeout: QUIET_MS + 300_000,
}, async () => {
  await delay(QUIET_MS);
  expect({ asked, mails, received: receiver.types() }).toEqual({ asked: [], mails: [], received: [] });
  for (const id of org.scheduledIds) expect((await callOf(id)).status).toBe("scheduled");
  const calls = await send<Call[]>("GET", "/call", apiToken);
  expect(calls.filter(({ type }) => type === "outboundPhoneCall")).toHaveLength(org.scheduledIds.length);

  const { token } = await send<{ token: string }>("POST", "/restore/unlock", "none", { code });
  const resume = (kind: HeldKind) => send("POST", `/restore/${kind}/resume`, token, {});
  const itemsOf = (kind: HeldKind) => send<HeldItem[]>("GET", `/restore/${kind}`, token);
  for (const kind of HELD_KINDS.filter((each) => each !== "jobs" && each !== "purge")) await resume(kind);
  await delay(Math.min(QUIET_MS, 15_000));
  // No overdue work is made up for.
  expect({ asked, mails, received: receiver.types() }).toEqual({ asked: [], mails: [], received: [] });
  expect(await send<Campaign>("GET", `/campaign/${org.campaignId}`, apiToken)).toMatchObject({ paused: true });

  const overdue = await itemsOf("webhooks");
  expect(overdue).toHaveLength(3);
  const ids = overdue.map(({ id }) => id);
  expect(await send("POST", "/restore/webhooks/send", token, { ids })).toEqual({ done: 3, problems: [] });
  expect(receiver.types()).toEqual(["campaign.started", "campaign.started", "campaign.started"]);
  await send("POST", "/restore/mails/send", token, { ids: [org.exportId] });
  await vi.waitUntil(() => mails.length === 1, WAIT);
  const [ingrid = "", frank = ""] = org.scheduledIds;
  await send("POST", "/restore/scheduledCalls/send", token, { ids: [ingrid] });
  await vi.waitUntil(async () => (await callOf(ingrid)).status === "ended", WAIT);
  expect((await callOf(frank)).status).toBe("scheduled");
  // The page asks the carrier only when its operator looks.
  expect(await itemsOf("carriers")).toMatchObject([{ name: "+14155550123" }]);
  await resume("jobs");
  await resume("purge");
});
