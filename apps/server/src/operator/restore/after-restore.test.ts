import {
  ATTEMPT_LIMITS,
  type Call,
  type Campaign,
  type CampaignContact,
  HELD_KINDS,
  type HeldItem,
  type HeldItemsDone,
  type HeldKind,
  type HeldSummary,
  type RestoreState,
  type ServerStatus,
} from "@callwright/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { callExport } from "../../modules/call/tables.ts";
import { QUEUES } from "../../platform/held/queues.ts";
import { newRestoreCode } from "../../platform/held/restore-code.ts";
import type { TestServer } from "../../testing/start-test-server.ts";
import type { WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { checkDatabase } from "../doctor/check-database.ts";
import type { BusyOrg } from "./testing/busy-org.ts";
import { type RestoredServer, startRestoredServer } from "./testing/restored-server.ts";

const WAIT = { timeout: 30_000 };
let restored: RestoredServer;
let receiver: WebhookReceiver;
let copy: TestServer;
let org: BusyOrg;
/** The token of the unlocked page. */
let pageToken: string;

beforeAll(async () => {
  restored = await startRestoredServer();
  ({ receiver, server: copy, org } = restored);
});
afterAll(() => restored.close());

async function send<Body>(
  method: string,
  path: string,
  body?: unknown,
  token = pageToken,
): Promise<{ status: number; body: Body }> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${copy.url}${path}`, { method, headers, ...json });
  return { status: response.status, body: (await response.json()) as Body };
}
const asOrg = async <Body>(method: string, path: string, body?: unknown) =>
  (await send<Body>(method, path, body, restored.apiToken)).body;
const itemsOf = async (kind: HeldKind) => (await send<HeldItem[]>("GET", `/restore/${kind}`)).body;
const act = async (kind: HeldKind, what: "send" | "drop", ...ids: string[]) =>
  (await send<HeldItemsDone>("POST", `/restore/${kind}/${what}`, { ids })).body;
const resume = async (kind: HeldKind) => (await send<HeldSummary>("POST", `/restore/${kind}/resume`)).body;
const count = async (query: ReturnType<typeof sql>) => Number((await copy.context.db.execute<{ n: string }>(query)).rows[0]?.n);
const callOf = (id: string) => asOrg<Call>("GET", `/call/${id}`);
const contacts = async () =>
  (await asOrg<{ results: CampaignContact[] }>("GET", `/campaign/${org.campaignId}/contact`)).results.map(({ status }) => status);

test("every queue is assigned to a kind of held work, or to none on purpose", async () => {
  const { rows } = await copy.context.db.execute<{ name: string }>(
    sql`select name from pgboss.queue where name not like '\\_\\_%' and name not like '%-failed'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(QUEUES).filter((name) => !name.startsWith("knowledge-embedding")),
  );
});

test("while it is held nothing begins by itself, and what a person starts works", async () => {
  // By hand: a call, and a message sent again. They use the same parts, so held work would have been sent by now.
  const [first = ""] = org.deliveryIds;
  await asOrg("POST", `/webhook-delivery/${first}/resend`, {});
  const customer = { number: "+12025550101" };
  const [{ id: phoneNumberId } = { id: "" }] = await asOrg<{ id: string }[]>("GET", "/phone-number");
  const { id } = await asOrg<Call>("POST", "/call", { assistant: { name: "Riley" }, phoneNumberId, customer });
  await vi.waitUntil(async () => (await callOf(id)).status === "ended", WAIT);

  expect(receiver.types()).toEqual(["campaign.started"]);
  expect(await contacts()).toEqual(["pending", "pending", "pending"]);
  for (const each of org.scheduledIds) expect((await callOf(each)).status).toBe("scheduled");
  const worked = sql`select count(*) as n from pgboss.job where state <> 'created' and name <> 'housekeeping'`;
  expect(await count(worked)).toBe(0);
  expect(await count(sql`select count(*) as n from call where analysis_state = 'waiting'`)).toBeGreaterThanOrEqual(2);
  expect(await count(sql`select count(*) as n from call_export where sent_at is null`)).toBe(1);
  const status = await asOrg<ServerStatus>("GET", "/server-status");
  expect(status.held).toEqual([...HELD_KINDS]);
  const connected = await send("POST", `/phone-number/${phoneNumberId}/connect`, undefined, restored.apiToken);
  expect(connected).toMatchObject({ status: 409, body: { message: expect.stringContaining("/server/restore") } });
  const told = { check: "Restore", level: "warning", message: expect.stringContaining("campaigns, carriers, analysis and jobs") };
  expect(await checkDatabase(copy.context.config)).toContainEqual(told);
});

test("only the code opens the page, and wrong ones are limited", async () => {
  expect((await send("GET", "/restore", undefined, restored.apiToken)).status).toBe(401);
  const unlock = (typed: string) => send<{ token: string; code?: string }>("POST", "/restore/unlock", { code: typed }, "none");
  expect((await unlock("")).status).toBe(403);
  const right = await unlock(` ${restored.code.toLowerCase().replaceAll("-", " ")}`);
  expect(right.status).toBe(200);
  pageToken = right.body.token;
  const { attempts } = ATTEMPT_LIMITS.restoreCodeByAddress;
  for (let wrong = 1; wrong < attempts; wrong++) expect((await unlock(newRestoreCode())).status).toBe(403);
  expect((await unlock(restored.code)).status).toBe(429);
  expect((await send("GET", "/restore", undefined, `${pageToken}x`)).status).toBe(401);
});

test("the page says of each kind what a resume would do", async () => {
  const { body } = await send<RestoreState>("GET", "/restore");
  expect(body).toMatchObject({ restoredBy: "root on test", checked: "sealed", oldUrl: "https://old.example" });
  const kinds = Object.fromEntries(body.kinds.map(({ kind, ...rest }) => [kind, rest]));
  expect(kinds).toMatchObject({
    campaigns: { held: 1, people: 3, oldestAt: "2026-11-01T09:00:00.000Z" },
    scheduledCalls: { held: 3, overdue: 2, ahead: 1, nextAt: expect.any(String) },
    webhooks: { overdue: 2, ahead: 1, addresses: [new URL(receiver.url).origin] },
    mails: { held: 1, overdue: 1 },
    carriers: { held: 0 },
    jobs: { overdue: 0 },
    purge: { held: 1, oldestAt: expect.any(String) },
  });
  expect(kinds.jobs?.held).toBeGreaterThanOrEqual(2);
});

test("campaigns come back paused", async () => {
  await resume("campaigns");
  const campaign = await asOrg<Campaign>("GET", `/campaign/${org.campaignId}`);
  expect(campaign).toMatchObject({ status: "in-progress", paused: true, pauseReason: expect.stringContaining("restored") });
  expect(await contacts()).toEqual(["pending", "pending", "pending"]);
  await asOrg("POST", `/campaign/${org.campaignId}/resume`);
  await vi.waitUntil(async () => (await contacts()).every((status) => status === "completed" || status === "failed"), WAIT);
});

test("of scheduled calls those ahead start by themselves, and each overdue one is called now, dropped or left", async () => {
  const [ingrid = "", frank = "", uwe = ""] = org.scheduledIds;
  expect(await itemsOf("scheduledCalls")).toMatchObject([
    { id: ingrid, name: "Ingrid" },
    { id: frank, name: "Frank" },
  ]);
  // Possible before the resume, too.
  expect(await act("scheduledCalls", "send", ingrid)).toEqual({ done: 1, problems: [] });
  await vi.waitUntil(async () => (await callOf(ingrid)).status === "ended", WAIT);
  expect(await resume("scheduledCalls")).toMatchObject({ held: 2, overdue: 1, ahead: 1, resumedAt: expect.any(String) });
  const jobs = sql`select count(*) as n from pgboss.job where name = 'scheduled-call' and data ->> 'id' = `;
  expect(await count(sql`${jobs}${uwe}`)).toBe(1);
  expect(await count(sql`${jobs}${frank}`)).toBe(0);
  expect(await act("scheduledCalls", "drop", frank, ingrid)).toEqual({ done: 1, problems: ["It is no longer there."] });
  expect(await callOf(frank)).toMatchObject({ status: "ended", endedReason: "manually-canceled" });
});

test("of webhooks the retries to come are sent, and each overdue message is sent, dropped or left", async () => {
  const [, second = "", retry = ""] = org.deliveryIds;
  const before = receiver.received.length;
  const resumed = await resume("webhooks");
  expect(resumed).toMatchObject({ ahead: 1 });
  const statusOf = async (id: string) => (await asOrg<{ status: string }>("GET", `/webhook-delivery/${id}`)).status;
  expect(await statusOf(second)).toBe("held");
  expect(await act("webhooks", "send", second)).toEqual({ done: 1, problems: [] });
  expect(await statusOf(second)).toBe("delivered");
  expect(await act("webhooks", "drop", retry)).toEqual({ done: 1, problems: [] });
  expect(await statusOf(retry)).toBe("failed");
  expect(receiver.received.length).toBe(before + 1);
  // New messages are sent automatically.
  await asOrg("POST", `/campaign/${org.campaignId}/redial`, { outcomes: ["answered"] });
  await vi.waitUntil(() => receiver.received.length > before + 1, WAIT);
});

test("a mail of the backup is sent when its operator says so", async () => {
  expect(await itemsOf("mails")).toMatchObject([{ id: org.exportId, detail: "Export of calls" }]);
  await resume("mails");
  expect(copy.context.mailer.outbox?.list().filter(({ subject }) => subject.includes("export"))).toEqual([]);
  expect(await act("mails", "send", org.exportId)).toEqual({ done: 1, problems: [] });
  await vi.waitUntil(async () => {
    const [row] = await copy.context.db.select().from(callExport).where(eq(callExport.id, org.exportId));
    return row?.sentAt !== null;
  }, WAIT);
  expect(copy.context.mailer.outbox?.list().filter(({ subject }) => subject.includes("export"))).toHaveLength(1);
});

test("jobs go on when they are resumed", async () => {
  await resume("jobs");
  const isOpen = sql`select count(*) as n from call where id = ${org.callId} and analysis_state = 'waiting'`;
  await vi.waitUntil(async () => (await count(isOpen)) === 0, WAIT);
});

test("carriers and the purge are resumed, and nothing is held any more", async () => {
  await resume("carriers");
  await resume("purge");
  expect(await count(sql`select count(*) as n from pgboss.schedule where name in ('retention', 'purge')`)).toBe(2);
  expect((await asOrg<ServerStatus>("GET", "/server-status")).held).toBeUndefined();
});
