import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { closeSharedWindows, openPage, sharedChromium } from "../harness/chromium.ts";
import { newcomer, signInInPage, signUpInPage } from "../harness/dashboard.ts";
import { type PlatformUser, signIn } from "../harness/platform.ts";
import { listenToRealtime, type RealtimeFrames } from "../harness/realtime-frames.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { failTogether } from "../harness/steps.ts";

/** One window shows the changes of another one, or of a program: at once, without a reload, and without polling. */

failTogether();

let server: ServerProcess;
let browser: Browser;
/** The observed window. */
let page: Page;
let frames: RealtimeFrames;
/** Its requests to the API. */
const requests: string[] = [];
/** Addresses of the page's scripts. */
const scripts: string[] = [];
let user: PlatformUser;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServerProcess({ database: "embedded", env: { CALL_HOST_WARM: "false", SIGN_UP: "open" } }),
    sharedChromium(),
  ]);
  ({ page } = await openPage(browser, server.url, { viewport: { width: 1440, height: 900 } }));
  await page.clock.install();
  frames = listenToRealtime(page);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "script") scripts.push(pathname);
    else requests.push(`${request.method()} ${pathname}`);
  });
});

afterAll(async () => {
  await closeSharedWindows();
  await server?.stop();
});

const SQUAD = { members: [{ assistant: { name: "One" } }] };
const link = (name: string, of = page) => of.getByRole("link", { name, exact: true });
/** Case-sensitive, because other lists have words like "seconds". */
const row = (name: string, of = page) => of.getByRole("row").filter({ hasText: new RegExp(name) });
const indicator = (word: string, of = page) =>
  of
    .getByRole("complementary", { name: "Organization and navigation" })
    .getByText(word, { exact: true })
    .filter({ visible: true });
/** How often the list of squads was read. */
const squadReadings = () => requests.filter((each) => each === "GET /squad").length;
const done = async <Body>(...request: Parameters<PlatformUser["send"]>) => {
  const { status, body } = await user.send<Body>(...request);
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
};
const makeSquad = async (name: string) => (await done<{ id: string }>("POST", "/squad", { name, ...SQUAD })).id;
const renameSquad = (id: string, name: string) => done("PATCH", `/squad/${id}`, { name, ...SQUAD });
const callReadings = () => requests.filter((each) => each.startsWith("GET ") && each.includes("/call")).length;
/**
 * The requests about calls within 11 s without a change notice. Polling reads a list every 10 s, and every 1.5 s while a call runs; a running call's
 * page every 1.5 s.
 */
const readUntold = async () => {
  const notices = () => frames.received.filter(({ type }) => type === "Transition").length;
  const before = { readings: callReadings(), notices: notices() };
  await page.clock.fastForward(11_000);
  // When this request is answered, all earlier requests are recorded.
  await page.evaluate(() => fetch("/health").then(({ text }) => text));
  return notices() === before.notices ? callReadings() - before.readings : "told meanwhile";
};
/** A reloaded page, or another one, does not have the mark. */
const mark = () => page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
const isMarked = () => page.evaluate(() => "isTheSamePage" in window);

test("a visitor who is not signed in loads nothing live, and has no connection", async () => {
  await page.goto("/");
  await page.getByRole("button", { name: "Sign up" }).waitFor();
  expect(scripts.filter((name) => name.includes("convex"))).toEqual([]);
  expect(scripts.length).toBeGreaterThan(0);
  expect(frames.total()).toBe(0);
});

test("the signed-in page says that it is live", async () => {
  await signUpInPage(page);
  await indicator("Live").waitFor();
  expect(frames.open()).toBe(1);
  expect(scripts.filter((name) => name.includes("convex"))).toHaveLength(1);
  user = await signIn(server.url, newcomer);
});

test("a list shows what programs and other windows make, rename and delete", async () => {
  await link("Squads").click();
  await link("Bakery team").waitFor();
  await mark();
  const id = await makeSquad("Front desk");
  await link("Front desk").waitFor();
  await renameSquad(id, "Reception");
  await link("Reception").waitFor();
  const { page: other } = await openPage(browser, server.url);
  await signInInPage(other);
  await link("Squads", other).click();
  await row("Reception", other).getByRole("checkbox").check();
  await other.getByRole("button", { name: "Delete" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await link("Reception").waitFor({ state: "detached" });
  await other.getByRole("button", { name: "Undo" }).click();
  await link("Reception").waitFor();
  expect(await isMarked()).toBe(true);
});

test("the page of a thing shows what was changed of it", async () => {
  await link("Reception").click();
  await page.getByRole("heading", { name: "Reception" }).waitFor();
  const [squad] = await done<{ id: string }[]>("GET", "/squad");
  await renameSquad(squad?.id ?? "", "Lobby");
  await page.getByRole("heading", { name: "Lobby" }).waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Lobby");
});

test("so does the list of assistants, and the organization's own name", async () => {
  await link("Assistants").click();
  await done("POST", "/assistant", { name: "Nora" });
  await page.getByRole("link", { name: "Nora" }).first().waitFor();
  await done("PATCH", `/org/${user.orgId}`, { name: "Acme" });
  await page.getByRole("button", { name: "Choose organization: Acme" }).waitFor();
});

test("a call is in the list while it waits for its caller, and nobody asks for it again and again", async () => {
  await link("Calls").click();
  const start = (name: string) => done("POST", "/call/web", { assistant: { name } });
  await start("First");
  await row("First").waitFor();
  await expect.poll(readUntold).toBe(0);
  await start("Second");
  await row("Second").waitFor();
  expect(await isMarked()).toBe(true);
});

test("nor for what happens in a call whose page is open", async () => {
  await row("Second").getByRole("link").click();
  await page.getByRole("heading", { name: "Second" }).waitFor();
  await expect.poll(() => requests.filter((each) => /^GET \/call\/[^/]+\/event$/.test(each)).length).toBeGreaterThan(0);
  await expect.poll(readUntold).toBe(0);
  await link("Calls").first().click();
  await row("Second").waitFor();
  expect(await isMarked()).toBe(true);
});

test("a running call that is pointed to is subscribed to for 5 s", async () => {
  const changes = () => frames.sent.flatMap(({ type, modifications = [] }) => (type === "ModifyQuerySet" ? modifications : []));
  await page.mouse.move(0, 0);
  await done("POST", "/call/web", { assistant: { name: "Third" } });
  await row("Third").waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
  const from = changes().length;
  await row("Third").hover();
  const added = () =>
    changes()
      .slice(from)
      .filter(({ udfPath }) => udfPath?.startsWith("calls:"));
  await expect.poll(() => added().map(({ udfPath }) => udfPath)).toEqual(["calls:lastEvent", "calls:partialLines"]);
  const removed = () =>
    changes().filter(({ type, queryId }) => type === "Remove" && added().some((each) => each.queryId === queryId));
  await page.clock.runFor(4_999);
  await page.evaluate(() => document.title);
  expect(removed()).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => removed().length).toBe(2);
  await page.clock.resume();
});

test("without a connection the page says so, and asks again and again as before", { tags: "long" }, async () => {
  const { page: cut } = await openPage(browser, server.url, { viewport: { width: 1440, height: 900 } });
  await cut.clock.install();
  await cut.routeWebSocket(/\/sync$/, (socket) => socket.close());
  let readings = 0;
  cut.on("request", (request) => {
    if (/\/call/.test(new URL(request.url()).pathname)) readings += 1;
  });
  // The indicator is shown for 10 s, which a busy machine needs for the rest of the screen.
  const connecting = () => indicator("Connecting…", cut).waitFor();
  await Promise.all([connecting(), signInInPage(cut)]);
  await link("Calls", cut).click();
  await row("Second", cut).waitFor();
  await cut.setViewportSize({ width: 390, height: 844 });
  await Promise.all([connecting(), cut.reload()]);
  await cut.clock.runFor(11_000);
  await indicator("Not live", cut).waitFor();
  await expectAccessibleInEveryLook(cut);
  const before = readings;
  await cut.clock.runFor(11_000);
  await expect.poll(() => readings).toBeGreaterThan(before);
  await cut.context().close();
});

test("a server that was started again is found again, and the screens are true again", { tags: "long" }, async () => {
  await link("Squads").click();
  await link("Lobby").waitFor();
  await server.kill();
  await indicator("Connecting…").waitFor();
  await page.getByRole("status").filter({ hasText: "The server cannot be reached" }).waitFor();
  const { port } = new URL(server.url);
  const before = frames.total();
  server = await startServerProcess({
    dataDir: server.dataDir,
    database: "embedded",
    env: { CALL_HOST_WARM: "false", SIGN_UP: "open", PORT: port },
  });
  user = await signIn(server.url, newcomer);
  await makeSquad("After the restart");
  await link("After the restart").waitFor();
  await indicator("Live").waitFor();
  expect(frames.total()).toBeGreaterThan(before);
  await makeSquad("Long after");
  await link("Long after").waitFor();
  expect(await isMarked()).toBe(true);
});

test("in another organization nothing is heard of the first", { tags: "long" }, async () => {
  await page.getByRole("button", { name: "Choose organization: Acme" }).click();
  await page.getByRole("menuitem", { name: "New organization…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Second");
  await page.getByRole("dialog").getByRole("button", { name: "Create organization" }).click();
  await page.getByRole("button", { name: "Choose organization: Second" }).waitFor();
  await link("Squads").click();
  await link("Bakery team").waitFor();
  await indicator("Live").waitFor();
  expect(frames.open()).toBe(1);
  const heard = frames.received.length;
  const readings = squadReadings();
  await makeSquad("Private squad");
  // Notices of the second organization arrive later than those of the first, which must not arrive.
  await done("PATCH", `/org/${user.orgId}`, { name: "Acme Ltd" });
  const second = await otherOrg("Second");
  await second("POST", "/squad", { name: "Of the second", ...SQUAD });
  await link("Of the second").waitFor();
  expect(await link("Private squad").count()).toBe(0);
  expect(squadReadings()).toBe(readings + 1);
  expect(JSON.stringify(frames.received.slice(heard))).not.toContain(user.orgId);
});

test("signed out there is no connection, and the next person sees nothing of the last one", async () => {
  await page.getByRole("button", { name: `Account of ${newcomer.name}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await expect.poll(frames.open).toBe(0);
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill("Grace");
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password").fill("another long password");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("**/overview");
  await indicator("Live").waitFor();
  await link("Squads").click();
  await link("Bakery team").waitFor();
  await makeSquad("Not hers");
  const grace = await signIn(server.url, { email: "grace@example.com", password: "another long password" });
  await grace.send("POST", "/squad", { name: "Hers", ...SQUAD });
  await link("Hers").waitFor();
  expect(await link("Not hers").count()).toBe(0);
});

test.for([
  ["Live", { enabled: false }],
  ["Data from elsewhere.example", { enabled: true, url: "https://elsewhere.example", isCallwright: true }],
] as const)("no link of the navigation moves when '%s' appears below it", { tags: "long" }, async ([shown, connection]) => {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/connection", async (route) => {
    await isAnswered;
    await route.fulfill({ json: connection });
  });
  await page.reload();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).hover();
  await page.mouse.down();
  answer();
  await indicator(shown).waitFor();
  await page.mouse.up();
  await page.getByRole("navigation", { name: "Settings" }).waitFor();
  await page.unroute("**/connection");
});

test("the indicator can be read in both themes, wide and narrow", { tags: "long" }, async () => {
  await expectAccessibleInEveryLook(page);
});

/** The API as the newcomer in another of their organizations. */
async function otherOrg(name: string) {
  const { token } = (await page.evaluate(async () => (await fetch("/api/auth/token")).json())) as { token: string };
  const asUser = { headers: { authorization: `Bearer ${token}` } };
  const orgs = (await (await fetch(`${server.url}/org`, asUser)).json()) as { id: string; name: string }[];
  const org = orgs.find((each) => each.name === name);
  const { token: orgToken } = (await (await fetch(`${server.url}/org/${org?.id}/auth`, asUser)).json()) as { token: string };
  return (method: string, path: string, body: unknown) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${orgToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
}
