import { randomBytes } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeSharedWindows, openPage, sharedChromium } from "../harness/chromium.ts";
import { newcomer, signInInPage, signUpInPage } from "../harness/dashboard.ts";
import { type PlatformUser, signIn } from "../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { failTogether } from "../harness/steps.ts";
import { type SystemPostgres, startSystemPostgres } from "../harness/system-postgres.ts";
import { untilLive, watchForReloads } from "../harness/two-windows.ts";

/** Two server processes on one system PostgreSQL: a browser at one server sees the writes of the other. */

failTogether();

let postgres: SystemPostgres;
/** Environment of both servers. */
let env: Record<string, string>;
const servers: ServerProcess[] = [];
let browser: Browser;
/** A window at each server. */
let near: Page;
let far: Page;
/** A program at the first. */
let program: PlatformUser;

beforeAll(async () => {
  [postgres, browser] = await Promise.all([startSystemPostgres(), sharedChromium()]);
  env = {
    DATABASE_URL: await postgres.createDatabase("two_servers"),
    SECRET: randomBytes(24).toString("hex"),
    CALL_HOST_WARM: "false",
  };
  // Started together: only one of them finds the database empty.
  servers.push(...(await Promise.all([startServerProcess({ env }), startServerProcess({ env })])));
  [near, far] = (await Promise.all(
    servers.map(async ({ url }) => (await openPage(browser, url, { viewport: { width: 1440, height: 900 } })).page),
  )) as [Page, Page];
});

afterAll(async () => {
  await closeSharedWindows();
  for (const server of servers) await server.stop();
  await postgres?.stop();
});

/** Writes a squad through the first server. */
async function write(method: "POST" | "PATCH" | "DELETE", path: string, name?: string): Promise<string> {
  const squad = name === undefined ? undefined : { name, members: [{ assistant: { name: "One" } }] };
  const { status, body } = await program.send<{ id: string }>(method, path, squad);
  expect([method, path, status]).toEqual([method, path, method === "POST" ? 201 : 200]);
  return body.id;
}
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("who signs up at one server is signed in at the other by the same password", async () => {
  await signUpInPage(near);
  await signInInPage(far);
  await far.waitForURL("**/overview");
  program = await signIn(servers[0]?.url ?? "", newcomer);
});

test("what is written through one is shown at the other, without a reload", async () => {
  await far.goto("/squads");
  await untilLive(far);
  const notReloaded = await watchForReloads(far);
  const id = await write("POST", "/squad", "Written elsewhere");
  await link(far, "Written elsewhere").waitFor();
  await write("PATCH", `/squad/${id}`, "Renamed elsewhere");
  await link(far, "Renamed elsewhere").waitFor();
  await write("DELETE", `/squad/${id}`);
  await link(far, "Renamed elsewhere").waitFor({ state: "detached" });
  expect(await notReloaded()).toBe(true);
});

test("a window goes on when its server is killed and comes back, and has what the other did meanwhile", async () => {
  const [, killed] = servers as [ServerProcess, ServerProcess];
  const notReloaded = await watchForReloads(far);
  await killed.kill();
  await write("POST", "/squad", "Written meanwhile");
  const { port } = new URL(killed.url);
  servers[1] = await startServerProcess({ dataDir: killed.dataDir, env: { ...env, PORT: port } });
  await link(far, "Written meanwhile").waitFor();
  expect(await notReloaded()).toBe(true);
});
