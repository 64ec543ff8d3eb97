import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { followPath, searchPalette } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** The screens every resource has, tried with squads: list, form, JSON, delete and undo. Squads are published, other resources are saved. */

failTogether();

let page: Page;
let errors: string[];
let user: PlatformUser;

beforeAll(async () => {
  const dashboard = await openDashboard();
  ({ page, errors, user } = dashboard);
  // The list begins empty.
  for (const { id } of await storedSquads()) await user.send("DELETE", `/squad/${id}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: dashboard.url });
});

interface Squad {
  id: string;
  name?: string;
  members: { assistantId?: string; assistantVersion?: string }[];
}

async function storedSquads(): Promise<Squad[]> {
  return (await user.send<Squad[]>("GET", "/squad")).body;
}

const heading = (name: string | RegExp) => page.getByRole("heading", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const field = (name: string) => page.getByLabel(name, { exact: true });
const notice = (text: string) => page.getByText(text).first();

async function publish(): Promise<void> {
  await page.getByText("Draft · saved").waitFor();
  await button("Publish…").click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Draft ·").waitFor({ state: "detached" });
}

/** The form, from the canvas that opens first. */
const openSettings = () => page.getByRole("tab", { name: "Settings" }).click();

/** Replaces the text of the JSON editor. */
async function writeJson(value: string): Promise<void> {
  const code = page.getByRole("textbox", { name: "squad as JSON" });
  await code.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(value);
}

async function chooseMember(place: number, name: string): Promise<void> {
  await page
    .getByRole("group", { name: `Member ${place}`, exact: true })
    .getByRole("combobox", { name: "Assistant" })
    .click();
  await page.getByRole("option", { name }).click();
}

test("what has no entry of its own is a tab of another one, and older addresses lead on", async () => {
  const rail = page.getByRole("navigation", { name: "Main" });
  const tabs = page.getByRole("navigation", { name: "Screens of this section" });
  for (const [entry, tab, address] of [
    ["Assistants", "Templates", "/assistants/templates"],
    ["Knowledge", "Knowledge bases", "/knowledge/bases"],
    ["Chats", "Sessions", "/chats/sessions"],
    ["Phone numbers", "Handset", "/phone-numbers/handset"],
    ["Analytics", "Structured outputs", "/reports/structured-outputs"],
  ] as const) {
    await rail.getByRole("link", { name: entry, exact: true }).click();
    await tabs.getByRole("link", { name: tab, exact: true }).click();
    await page.waitForURL(`**${address}`);
    await page.getByRole("heading", { name: tab, exact: true, level: 1 }).waitFor();
    expect(await rail.getByRole("link", { name: entry, exact: true }).getAttribute("data-active")).not.toBeNull();
  }
  for (const [from, to] of [
    ["/webhooks?status=failed", "/settings/webhooks?status=failed"],
    ["/analytics", "/reports"],
    ["/knowledge", "/knowledge/files"],
    ["/files?search=hours#list", "/knowledge/files?search=hours#list"],
    ["/sessions", "/chats/sessions"],
    ["/test-suites", "/simulations"],
    ["/settings/tokens", "/settings/developers"],
  ] as const) {
    await page.goto(from);
    await page.waitForURL(`**${to}`);
  }
  // The address of an older link leaves no entry in the history.
  await page.goto("/overview");
  await page.goto("/structured-outputs");
  await page.waitForURL("**/reports/structured-outputs");
  await page.getByRole("heading", { name: "Structured outputs", level: 1 }).waitFor();
  await page.goBack();
  await page.waitForURL("**/overview");
  await rail.getByRole("link", { name: "Overview", exact: true }).waitFor();
});

test("the rail shows every screen, and in a low window the open one and the settings", async () => {
  const rail = page.getByRole("navigation", { name: "Main" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await rail.getByRole("link", { name: "Overview", exact: true }).waitFor();
  const places = await rail.getByRole("link").evaluateAll((links) =>
    links.map((link) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      const drawn = document.elementFromPoint(left + width / 2, top + height / 2);
      return { name: link.textContent, isSeen: link === drawn || link.contains(drawn) };
    }),
  );
  expect(places.map(({ name }) => name)).toEqual([
    "Overview",
    ...["Assistants", "Squads", "Workflows", "Tools", "Knowledge", "Voices"],
    ...["Calls", "Chats", "Phone numbers", "Campaigns"],
    ...["Simulations", "Analytics", "Settings"],
  ]);
  expect(places.filter(({ isSeen }) => !isSeen)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto("/simulations");
  const isInView = (name: string) =>
    rail.getByRole("link", { name, exact: true }).evaluate(
      (link) =>
        new Promise<number>((resolve) => {
          new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(link);
        }),
    );
  await page.getByText("Live", { exact: true }).filter({ visible: true }).waitFor();
  // Scrolling ends on whole pixels, rows do not.
  await expect.poll(() => isInView("Simulations")).toBeGreaterThan(0.99);
  expect(await isInView("Settings")).toBeGreaterThan(0.99);
  await rail.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Credentials" }).click();
  await page.getByRole("heading", { name: "Credentials", exact: true }).waitFor();
  expect(await rail.getByRole("link", { name: "Settings" }).getAttribute("data-active")).not.toBeNull();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test("what the contract says about several fields is said at the field", { tags: "long" }, async () => {
  await page.goto("/knowledge/bases/new");
  await button("Create knowledge base").click();
  await notice("Choose a file or enter a web page.").waitFor();
  await page.goto("/workflows/new?tab=form");
  await page.getByRole("textbox", { name: "Name" }).first().fill("Intake");
  // Only JSON can lead an edge to nowhere, and rename a node without its edges.
  const lose = async (before: string, after: string) => {
    await page.getByRole("link", { name: "Edit as JSON" }).click();
    const code = page.getByRole("textbox", { name: "workflow as JSON" });
    const text = (await code.textContent()) ?? "";
    expect(text).toContain(before);
    await code.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text.replace(before, after));
    await page.getByRole("tab", { name: "Canvas" }).click();
  };
  const edge = page.getByRole("region", { name: "Selection" });
  const showProblem = async (name: string) => {
    await page.getByRole("tab", { name: /^Problems/ }).click();
    await page
      .getByRole("list", { name: "Problems" })
      .getByRole("button", { name: `No node is named “${name}”.` })
      .click();
    await edge.getByText(`No node is named “${name}”.`).waitFor();
  };
  await lose('"to": "end"', '"to": "nowhere"');
  await showProblem("nowhere");
  await edge.getByLabel("To node").selectOption("end");
  await edge.getByText("No node is named “nowhere”.").waitFor({ state: "detached" });
  // A renamed node must not lose its edges, even if the stored edges were not edited.
  await button("Create workflow").click();
  await button("Publish…").waitFor();
  await openSettings();
  await lose('"name": "end"', '"name": "goodbye"');
  await showProblem("end");
  await edge.getByLabel("To node").selectOption("goodbye");
  await edge.getByText("No node is named “end”.").waitFor({ state: "detached" });
});

test("a field without effect is marked", async () => {
  await page.goto("/squads/new?tab=form");
  const add = async (combobox: string, name: string) => {
    await page.getByRole("combobox", { name: combobox, exact: true }).fill(name);
    await page.getByRole("option", { name }).click();
  };
  await add("Add a field", "Overrides for all members");
  await add("Add a field to Overrides for all members", "Background speech denoising plan (no effect here)");
  await page.getByText("No effect on this server: This server does not remove background noise.").waitFor();
  await page.goto("/credentials/new");
  await page.getByRole("combobox", { name: "Provider" }).fill("Hume");
  const option = page.getByRole("option", { name: "Hume" });
  await expect.poll(() => option.getAttribute("data-combobox-disabled")).toBe("true");
  await page.goto("/squads");
});

test("an empty list says what a squad is, and leads to the form", async () => {
  await page.getByRole("link", { name: "Squads" }).click();
  await heading("No squads yet").waitFor();
  await page.getByText("several assistants that hand one conversation to each other").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "New squad" }).first().click();
  await heading("New squad").waitFor();
  await openSettings();
});

test("the form says what is missing where it is missing, and then makes the squad", async () => {
  await field("Name").fill("Front desk");
  await button("Create squad").click();
  await page.getByRole("alert").filter({ hasText: "Fix 1 problem to continue." }).waitFor();
  await button("Add member").click();
  await chooseMember(1, "Riley");
  await button("Add member").click();
  await expectAccessible(page);
  await button("Remove Member 2").click();
  await button("Create squad").click();
  await heading("Front desk").waitFor();
  const [squad] = await storedSquads();
  expect(page.url()).toContain(`/squads/${squad?.id}`);
  expect(squad).toMatchObject({ name: "Front desk", members: [{ assistantId: expect.stringMatching(/^[0-9a-f-]{36}$/) }] });
});

test("what is edited is a draft, which stays until it is published", async () => {
  await field("Name").fill("Reception");
  await page.getByText("Draft · saved · 1 change").waitFor();
  await page.getByRole("link", { name: "Calls" }).click();
  await page.waitForURL("**/calls");
  expect((await storedSquads())[0]?.name).toBe("Front desk");
  await page.goBack();
  await expect.poll(() => field("Name").inputValue()).toBe("Reception");
  await publish();
  expect((await storedSquads())[0]?.name).toBe("Reception");
});

test("a draft follows what is published until it has edits, and then asks before it overwrites", async () => {
  const [squad] = await storedSquads();
  const members = squad?.members.map((member) => ({ ...member, assistantVersion: "v1" }));
  await user.send("PATCH", `/squad/${squad?.id}`, { members });
  await expect.poll(() => field("Version").inputValue()).toBe("v1");
  await field("Version").fill("v2");
  await page.getByText("Draft · saved").waitFor();
  await user.send("PATCH", `/squad/${squad?.id}`, { name: "Lobby", members });
  await page.getByText(/published .*while you were editing v3/).waitFor();
  await expectAccessible(page);
  await button("Publish…").click();
  const dialog = page.getByRole("dialog", { name: "Publish Reception" });
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByText("v4 was published after you started editing.").waitFor();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await page.getByText("v5 live").waitFor();
  expect((await storedSquads())[0]).toMatchObject({ name: "Reception", members: [{ assistantVersion: "v2" }] });
});

test("a field that is not shown is added by name, and taken out again", async () => {
  const add = page.getByRole("combobox", { name: "Add a field", exact: true });
  await add.click();
  await add.fill("overrides");
  await page.getByRole("option", { name: "Overrides for all members" }).click();
  const overrides = page.getByRole("group", { name: "Overrides for all members" });
  const addInside = overrides.getByRole("combobox", { name: "Add a field to Overrides for all members" });
  await addInside.click();
  await addInside.fill("maximum call length");
  await page.getByRole("option", { name: "Maximum call length" }).click();
  await overrides.getByLabel("Maximum call length", { exact: true }).fill("5");
  await overrides.getByText("10 or more.").waitFor();
  await expectAccessible(page);
  await button("Remove Overrides for all members").click();
  await page.getByText("Draft ·").waitFor({ state: "detached" });
});

test("the JSON is the same object: completed, checked and saved", async () => {
  await page.getByRole("link", { name: "Edit as JSON" }).click();
  await page.waitForURL(/tab=json/);
  await writeJson('{ "name": "Json desk", "members": [] }');
  await page.getByRole("status").filter({ hasText: "members" }).waitFor();
  await expectAccessible(page);
  await writeJson('{ "name": "Json desk", ');
  await page.keyboard.press("Control+Space");
  await page.getByRole("option", { name: /"membersOverrides"/ }).waitFor();
  await page.keyboard.press("Escape");
  const [squad] = await storedSquads();
  await writeJson(JSON.stringify({ name: "Json desk", members: squad?.members }));
  await heading("Json desk").waitFor();
  await publish();
  await expect.poll(async () => (await storedSquads())[0]?.name).toBe("Json desk");
});

test("it is copied as the request that saves it", async () => {
  await button("Copy as").click();
  await page.getByRole("menuitem", { name: "TypeScript" }).click();
  await notice("Copied as TypeScript").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain("client.squads.update({");
  expect(text).toContain('"name": "Json desk"');
});

test("what is not saved is not lost by leaving, and a save leaves what somebody else changed meanwhile", async () => {
  const back = page.url();
  const made = { name: "Reason", type: "ai", schema: { type: "string" } };
  const { body: output } = await user.send<{ id: string }>("POST", "/structured-output", made);
  await page.goto(`/structured-outputs/${output.id}`);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Cause");
  await page.getByText("Unsaved changes").waitFor();
  await page.getByRole("link", { name: "Calls" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect.poll(() => name.inputValue()).toBe("Cause");
  await user.send("PATCH", `/structured-output/${output.id}`, { description: "Theirs" });
  await page.keyboard.press("ControlOrMeta+s");
  await page.getByText("Unsaved changes").waitFor({ state: "detached" });
  const { body: saved } = await user.send("GET", `/structured-output/${output.id}`);
  expect(saved).toMatchObject({ name: "Cause", description: "Theirs" });
  await page.goto(back);
  await heading("Json desk").waitFor();
});

test("another one begins as its copy", async () => {
  await button("More actions").click();
  await page.getByRole("menuitem", { name: "Duplicate…" }).click();
  await expect.poll(() => field("Name").inputValue()).toBe("Json desk (copy)");
  await button("Create squad").click();
  await heading("Json desk (copy)").waitFor();
  expect(await storedSquads()).toHaveLength(2);
});

test("deleting it leads to the list, which can bring it back", async () => {
  await button("More actions").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Json desk (copy)?" });
  await dialog.getByText("You can undo this for 30 days.").waitFor();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await notice("Json desk (copy) deleted").waitFor();
  await row("Json desk (copy)").waitFor({ state: "detached" });
  await button("Undo").click();
  await row("Json desk (copy)").waitFor();
});

test("of a long list only the rows in view are there, and the search is over all of it", { tags: "long" }, async () => {
  const [squad] = await storedSquads();
  const make = (index: number) => user.send("POST", "/squad", { name: `Desk ${index}`, members: squad?.members });
  await Promise.all(Array.from({ length: 119 }, (_, index) => make(index + 1)));
  await make(120);
  await page.reload();
  await page.getByRole("link", { name: "Desk 120", exact: true }).waitFor();
  await expect.poll(() => page.getByRole("row").count()).toBeLessThan(80);
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await page.getByRole("link", { name: "Desk 1", exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("sort")).toBe("name");
  await page.getByLabel("Search squads").fill("json");
  await page.getByText("2 squads").waitFor();
  await page.reload();
  await page.getByText("2 squads").waitFor();
  await page.getByLabel("Search squads").fill("nobody has this name");
  await heading("No squads match.").waitFor();
  await button("Clear search and filters").click();
  await row("Desk 120").waitFor();
});

test("the chosen ones are in the address, and are deleted and brought back together", { tags: "long" }, async () => {
  await page.getByLabel("Search squads").fill("Desk 11");
  await field("Select Desk 118").check();
  await field("Select Desk 119").check();
  await page.reload();
  await page.getByText("2 selected").waitFor();
  await expectAccessible(page);
  await button("Delete").click();
  await page.getByRole("dialog", { name: "Delete 2 squads?" }).getByRole("button", { name: "Delete" }).click();
  await notice("2 squads deleted").waitFor();
  await row("Desk 118").waitFor({ state: "detached" });
  await button("Undo").click();
  await row("Desk 118").waitFor();
  expect(new URL(page.url()).searchParams.has("selected")).toBe(false);
});

test("j and k move through the list, x selects a row, and a dot opens its menu", async () => {
  await page.goto("/squads");
  // The first row is the head.
  const nameAt = (place: number) => page.getByRole("row").nth(place).getByRole("link").first().textContent();
  await page.getByRole("row").nth(2).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("j");
  expect(await focused()).toBe(await nameAt(1));
  await page.keyboard.press("j");
  expect(await focused()).toBe(await nameAt(2));
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await page.getByText("2 selected").waitFor();
  await page.keyboard.press(".");
  await page.getByRole("menuitem", { name: "Copy id" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menuitem", { name: "Copy id" }).waitFor({ state: "detached" });
  await page.goto("/squads");
});

test("a filter is asked of the server, and in the address", async () => {
  await page.getByLabel("Search squads").fill("");
  await button("Created").click();
  await page.getByLabel("From", { exact: true }).fill("2100-01-01T00:00");
  await heading("No squads match.").waitFor();
  await page.keyboard.press("Escape");
  expect(new URL(page.url()).searchParams.get("createdAtGe")).toMatch(/^(2099|2100)-/);
  await button("Clear search and filters").click();
});

test("⌘K finds one by its name", { tags: "long" }, async () => {
  await row("Desk 120").waitFor();
  const palette = page.getByRole("dialog");
  const result = (name: string) => palette.getByText(name, { exact: true });
  await searchPalette(page, "Desk 12");
  await result("Desk 120").waitFor();
  // Earlier results stay visible during the search, which never ends here.
  const searched = /\/squad\?.*search=Desk(%20|\+)120/;
  await page.route(searched, () => {});
  await Promise.all([page.waitForRequest(searched), palette.locator("input").fill("Desk 120")]);
  await result("Desk 120").waitFor();
  await page.keyboard.press("Enter");
  await heading("Desk 120").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  await page.unroute(searched);
  await page.goBack();
  await row("Desk 120").waitFor();
  await searchPalette(page, "Desk 117");
  await result("Desk 117").waitFor();
  // As after a click beside the results.
  await palette.focus();
  await page.keyboard.press("Enter");
  await heading("Desk 117").waitFor();
});

test("one that is not there leads back to the list", { tags: "long" }, async () => {
  await page.goto("/squads/00000000-0000-4000-8000-000000000000");
  await heading("This squad does not exist").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "All squads" }).click();
  await row("Desk 120").waitFor();
});

test.each([
  ["dark", 1280],
  ["light", 390],
  ["dark", 390],
] as const)("every screen can be read in the %s theme at %i px", { tags: "long" }, async (colorScheme, width) => {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 844 });
  // Without a reload, because axe is four times as slow in a new document.
  await followPath(page, "/squads");
  await row("Desk 120").waitFor();
  await expectAccessible(page);
  await row("Desk 120").getByRole("link").click();
  await openSettings();
  await field("Name").waitFor();
  await page.getByRole("group", { name: "Member 1", exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Edit as JSON" }).click();
  await page.getByRole("textbox", { name: "squad as JSON" }).waitFor();
  await expectAccessible(page);
});

test("nothing was refused by the content security policy on the way", () => {
  expect(errors).toEqual([]);
});
