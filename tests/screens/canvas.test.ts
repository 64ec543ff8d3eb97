import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** A workflow is built on its canvas, by mouse and by keyboard; a squad is shown on its own. */

failTogether();

let page: Page;
let errors: string[];
let user: PlatformUser;

beforeAll(async () => {
  ({ page, errors, user } = await openDashboard({ viewport: { width: 1440, height: 900 } }));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});

interface Workflow {
  name: string;
  nodes: { type: string; name: string; prompt?: string; isStart?: boolean; metadata?: { position?: { x: number; y: number } } }[];
  edges: { from: string; to: string; condition?: { prompt: string } }[];
}

const canvas = () => page.getByRole("application", { name: "Workflow canvas" });
const node = (name: string) => page.locator(".react-flow__node").filter({ has: page.getByText(name, { exact: true }) });
const nodes = () => page.locator(".react-flow__node");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const inspector = () => page.getByRole("region", { name: "Selection" });
const prompt = () => inspector().getByLabel("What it does", { exact: true });
const sideTab = (name: string) => page.getByRole("tab", { name }).click();
const menuItem = (name: string | RegExp) => page.getByRole("menuitem", { name });
const names = () =>
  page.locator(".react-flow__node").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));

async function stored(): Promise<Workflow> {
  return (await user.send<Workflow[]>("GET", "/workflow")).body[0] as Workflow;
}

async function rename(name: string): Promise<void> {
  await inspector().getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.keyboard.press("Enter");
  await inspector().getByRole("heading", { name, exact: true }).waitFor();
}

const answer = (text: string) => page.getByRole("log", { name: "Conversation" }).getByText(text);
/** The card or the edge's text with this state. */
const lit = (state: "running" | "passed", text: string) =>
  page.locator(`.react-flow [data-state="${state}"]`).filter({ hasText: text });

async function openChat(): Promise<void> {
  await button("Chat or phone").click();
  await menuItem("Chat by text").click();
}

/** By keyboard: the chat's field has the focus. */
async function write(text: string): Promise<void> {
  await page.locator('textarea[aria-label="Write a message"]:focus').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

async function center(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("It is not drawn.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

test("a new workflow begins on the canvas, and its nodes are renamed with their edges", async () => {
  await page.goto("/workflows/new");
  await canvas().waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Table");
  await node("talk").click();
  await rename("Welcome");
  await prompt().fill('Say: "Would you like to book a table?"');
  expect(await page.locator(".react-flow__edge").first().getAttribute("aria-label")).toContain("Welcome to end");
});

/** The keys of all shortcuts. */
const WORDS = " tgac?/";

test("what is typed after a rename is text, and starts nothing", async () => {
  await inspector().getByRole("textbox", { name: "Name", exact: true }).fill("Hello");
  const before = await prompt().inputValue();
  // Leaving the field writes the name.
  await prompt().click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(WORDS);
  expect(await prompt().inputValue()).toBe(before + WORDS);
  await inspector().getByRole("heading", { name: "Hello", exact: true }).waitFor();
  await rename("Welcome");
  await prompt().fill(before);
});

test("no single key acts while the inspector has the focus, or right after an edit", async () => {
  const pressed = await page.evaluate(
    (keys) => {
      const isTaken = (target: Element, key: string) =>
        !target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const heading = document.querySelector('[aria-label="Selection"] h2');
      const field = document.querySelector('[aria-label="Selection"] input');
      if (!heading || !field) throw new Error("The inspector is not open.");
      const inInspector = keys.filter((key) => isTaken(heading, key));
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return { inInspector, afterEdit: keys.filter((key) => isTaken(document.body, key)) };
    },
    ["t", "?", "/", "Delete", "Backspace"],
  );
  expect(pressed).toEqual({ inInspector: [], afterEdit: [] });
  expect(await nodes().count()).toBe(2);
});

test("a node is added on its own and connected with the mouse", async () => {
  // Nothing is selected, so the new node follows no other one.
  await canvas().click({ position: { x: 10, y: 10 } });
  await button("Step").click();
  await menuItem("Say and ask").click();
  await expect.poll(() => nodes().count()).toBe(3);
  expect(await page.locator(".react-flow__edge").count()).toBe(1);
  await rename("Ask people");
  await prompt().fill("Ask for how many people.");
  await drag(
    await center(node("Welcome").locator(".react-flow__handle.source")),
    await center(node("Ask people").locator(".react-flow__handle.target")),
  );
  await inspector().getByRole("heading", { name: "Welcome → Ask people" }).waitFor();
  await inspector().getByLabel("Condition").fill("The caller wants a table");
  await page.getByText("The caller wants a table", { exact: true }).first().waitFor();
});

test("what is missing is listed, and leads to its place", async () => {
  await button("1 problem").click();
  await page.getByRole("menuitem", { name: /No edge leaves “Ask people”/ }).click();
  await inspector().getByRole("heading", { name: "Ask people" }).waitFor();
});

test("an arrow that ends on nothing asks what is there", async () => {
  const from = await center(node("Ask people").locator(".react-flow__handle.source"));
  await drag(from, { x: from.x + 60, y: from.y + 130 });
  await menuItem("Transfer").waitFor();
  await page.keyboard.press("Escape");
  await menuItem("Transfer").waitFor({ state: "detached" });
  expect(await nodes().count()).toBe(3);
});

test("by keyboard, a node is added, connected, moved and removed", async () => {
  await node("Ask people").getByRole("button", { name: "Add a step after Ask people" }).focus();
  await page.keyboard.press("Enter");
  await menuItem("Say and ask").and(page.locator(":focus")).waitFor();
  for (const _ of ["Tool", "API request"]) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => nodes().count()).toBe(4);
  // The new node follows the one whose button it was, and is selected itself.
  await inspector().getByRole("heading", { name: "API request" }).waitFor();
  await inspector().getByRole("combobox", { name: "Add an edge to…" }).fill("end");
  await page.getByRole("option", { name: "end", exact: true }).click();
  await inspector().getByRole("heading", { name: "API request → end" }).waitFor();
  // The field that had the focus is gone with the form of the node.
  await expect.poll(() => inspector().locator(":focus").count()).toBe(1);
  await node("API request").focus();
  await page.keyboard.press("Enter");
  const before = await center(node("API request"));
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await center(node("API request"))).x).toBeGreaterThan(before.x + 10);
  await node("API request").focus();
  await page.keyboard.press("Delete");
  await expect.poll(() => nodes().count()).toBe(3);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => nodes().count()).toBe(4);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect.poll(() => nodes().count()).toBe(3);
  await page.keyboard.press("ControlOrMeta+z");
});

test("it is saved as the contract has it, with places, and comes back after a reload", async () => {
  await button("Create workflow").click();
  await button("Publish…").waitFor();
  await canvas().waitFor();
  const workflow = await stored();
  expect(workflow.name).toBe("Table");
  expect(workflow.nodes.map(({ name }) => name)).toEqual(["Welcome", "end", "Ask people", "API request"]);
  expect(workflow.nodes.every(({ metadata }) => typeof metadata?.position?.x === "number")).toBe(true);
  expect(workflow.edges.map(({ from, to }) => `${from} → ${to}`)).toEqual([
    "Welcome → end",
    "Welcome → Ask people",
    "Ask people → API request",
    "API request → end",
  ]);
  await page.reload();
  await canvas().waitFor();
  await expect.poll(() => nodes().count()).toBe(4);
  expect(await names()).toContain("Say and ask: Ask people");
});

test("a chat beside the canvas tries changes that are not published, and lights up where it is", { tags: "long" }, async () => {
  await node("Ask people").click();
  await prompt().fill("Ask for how many guests.");
  await page.getByText("Draft · saved").waitFor();
  await openChat();
  await write("Hello");
  await answer("Would you like to book a table?").waitFor();
  await lit("running", "Welcome").waitFor();
  await write("I want a table");
  await answer("Could you tell me how many guests?").waitFor();
  await lit("running", "Ask people").waitFor();
  await lit("passed", "Welcome").waitFor();
  await lit("passed", "The caller wants a table").waitFor();
  await sideTab("Step");
  await prompt().fill("Ask for how many people.");
  await sideTab("Run");
  await page.getByText("This conversation goes on without your last changes.").waitFor();
  await expectAccessible(page);
  await button("Close the chat").click();
  await lit("running", "Ask people").waitFor({ state: "detached" });
});

test("copies, the layout and edits of the form are undone like everything else", { tags: "long" }, async () => {
  await node("Ask people").click();
  await node("Ask people").focus();
  await page.keyboard.press("ControlOrMeta+c");
  await page.keyboard.press("ControlOrMeta+v");
  await node("Ask people 2").waitFor();
  await button("Tidy up").click();
  await sideTab("Settings");
  await page.getByLabel("Global prompt").fill("Be short.");
  for (const _ of ["form", "layout", "paste"]) await button("Undo").click();
  await page.getByText("Draft ·").waitFor({ state: "detached" });
  await expect.poll(() => nodes().count()).toBe(4);
});

test("edits are a draft until they are published, and an older version comes back", async () => {
  const promptNow = async () => (await stored()).nodes.find(({ name }) => name === "Ask people")?.prompt;
  const versions = page.getByRole("table", { name: "Versions" });
  await node("Ask people").click();
  await prompt().fill("Ask for how many guests.");
  await page.getByText("Draft · saved · 1 change").waitFor();
  expect(await promptNow()).toBe("Ask for how many people.");
  await page.reload();
  await node("Ask people").click();
  await expect.poll(() => prompt().inputValue()).toBe("Ask for how many guests.");
  await button("Publish…").click();
  const dialog = page.getByRole("dialog", { name: "Publish Table" });
  await dialog.getByText("Nodes › Ask people › What it does").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("v2 live").waitFor();
  expect(await promptNow()).toBe("Ask for how many guests.");
  await button("More actions").click();
  await menuItem("Versions").click();
  await versions.getByRole("rowheader", { name: "v2 live" }).waitFor();
  await page.getByRole("region", { name: "From v1 to v2" }).getByText("Nodes › Ask people › What it does").waitFor();
  await expectAccessible(page);
  await button("Restore v1…").click();
  await button("Restore and publish").click();
  await versions.getByRole("rowheader", { name: "v3 live" }).waitFor();
  expect(await promptNow()).toBe("Ask for how many people.");
  await page.getByRole("tab", { name: "Canvas" }).click();
  await canvas().waitFor();
});

test("the list has the same nodes and edges", async () => {
  await button("Show as a list").click();
  const list = page.getByRole("list", { name: "Nodes" });
  await list.getByRole("button", { name: "Say and ask: Ask people" }).click();
  await inspector().getByRole("heading", { name: "Ask people" }).waitFor();
  await list.getByRole("button", { name: "The caller wants a table: Ask people" }).waitFor();
  await expectAccessible(page);
  await button("Show as a picture").click();
  await canvas().waitFor();
});

test.each([
  ["light", 1440],
  ["dark", 1440],
  ["dark", 390],
] as const)("the canvas can be read in the %s theme at %i px", async (colorScheme, width) => {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  if (width === 390) await page.getByRole("list", { name: "Nodes" }).waitFor();
  await expectAccessible(page);
});

test("a squad from a template shows its members and handoffs", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/squads");
  await button("From a template").click();
  await page.getByRole("menuitem", { name: /Support triage/ }).click();
  await page.getByRole("application", { name: "Squad canvas" }).waitFor();
  await expect.poll(() => nodes().count()).toBe(3);
  await node("Technical help").click();
  await inspector().getByRole("combobox", { name: "Add a handoff to…" }).click();
  await page.getByRole("option", { name: "Front desk" }).click();
  await expect.poll(() => page.locator(".react-flow__edge").count()).toBe(5);
  await expectAccessible(page);
});

test("a member of a squad is chatted with from its inspector", async () => {
  await node("Technical help").click();
  await inspector().getByRole("button", { name: "Chat from here" }).click();
  await page.getByText("Starts at “Technical help”.").waitFor();
  await write("Hello");
  await lit("running", "Technical help").waitFor();
  await page.getByRole("log", { name: "Conversation" }).getByText("Technical help", { exact: true }).waitFor();
  await button("Close the chat").click();
});

const BOOKING = {
  name: "Booking",
  nodes: [
    {
      type: "conversation",
      name: "Ask",
      isStart: true,
      prompt: "Ask for how many people.",
      variableExtractionPlan: { schema: { type: "object", properties: { people: { type: "string" } }, required: ["people"] } },
    },
    { type: "conversation", name: "Confirm", prompt: 'Say: "A table for {{ people }}. Is that right?"' },
    { type: "hangup", name: "end" },
  ],
  edges: [
    { from: "Ask", to: "Confirm" },
    { from: "Confirm", to: "end", condition: { type: "ai", prompt: "The caller says yes" } },
    { from: "Confirm", to: "Ask", condition: { type: "ai", prompt: "The caller says no" } },
  ],
};

test("by keyboard, a chat starts at a node with values for what earlier nodes set, and that node answers", {
  tags: "long",
}, async () => {
  const { body } = await user.send<{ id: string }>("POST", "/workflow", BOOKING);
  await page.goto(`/workflows/${body.id}`);
  await node("Confirm").focus();
  await page.keyboard.press("Enter");
  await inspector().getByRole("button", { name: "Chat from here" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Variable values" });
  await dialog.getByText("“Confirm” and what follows use these variables").waitFor();
  await dialog.getByRole("textbox", { name: "people" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Starts at “Confirm”. Without a value: people.").waitFor();
  await page.getByRole("tab", { name: "Step" }).focus();
  await page.keyboard.press("Enter");
  await inspector().getByRole("button", { name: "Chat from here" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "people" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await write("Hi");
  await answer("A table for 5. Is that right?").waitFor();
  await lit("running", "Confirm").waitFor();
  await write("Yes");
  await page.getByText("This conversation has ended.").waitFor();
  await lit("passed", "Ends the call").waitFor();
  await lit("passed", "The caller says yes").waitFor();
  await button("New conversation").click();
  await write("Hi");
  await answer("A table for 5. Is that right?").waitFor();
  await button("Close the chat").focus();
  await page.keyboard.press("Enter");
});

test("on a phone, a node is opened from the list, and edited in the sheet below", { tags: "long" }, async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const entry = page.getByRole("list", { name: "Nodes" }).getByRole("button", { name: "Say and ask: Confirm" });
  await entry.click();
  await inspector().getByRole("heading", { name: "Confirm" }).waitFor();
  expect(await prompt().inputValue()).toBe(BOOKING.nodes[1]?.prompt);
  await prompt().fill("Say goodbye.");
  await page.getByText("Draft · saved").waitFor();
  await prompt().fill(BOOKING.nodes[1]?.prompt ?? "");
  await expectAccessible(page);
  await button("Close selection").click();
  await expect.poll(() => entry.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("an exported workflow is imported, and what is left out is named", { tags: "long" }, async () => {
  await page.goto("/workflows");
  await button("Import…").click();
  const old = {
    nodes: [
      { type: "say", name: "hi", exact: "Hi." },
      { type: "warp", name: "away" },
      { type: "hangup", name: "end" },
    ],
    edges: [{ from: "hi", to: "end" }],
  };
  await page.getByLabel("Workflow as JSON").fill(JSON.stringify(old));
  await page.getByText("away: “warp” is left out.").waitFor();
  await expectAccessible(page);
  await button("Import workflow").click();
  await canvas().waitFor();
  await expect.poll(() => nodes().count()).toBe(2);
});

test("nothing was refused by the content security policy on the way", () => {
  expect(errors).toEqual([]);
});
