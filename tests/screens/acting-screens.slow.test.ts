import type { Assistant, KnowledgeBase, StoredFile, Tool } from "@callwright/contract";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type LoopbackServer,
  startLoopbackServer,
} from "../../apps/server/src/modules/credential/outgoing/testing/loopback-server.ts";
import { expectAccessible } from "../harness/accessible.ts";
import { openPage } from "../harness/chromium.ts";
import { ask, followPath, hangUp, openAssistant, signInInPage, talk, transcript } from "../harness/dashboard.ts";
import { eventually } from "../harness/eventually.ts";
import { tabTo } from "../harness/keyboard.ts";
import { describeLooks } from "../harness/looks.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";

/**
 * The actions of assistants on the screens that show them: files that answer, tools, hooks, server messages, and a call with all of them. They pass
 * axe.
 */

const RULES = "# Returns\nAnything may be returned within 30 days.\n# Delivery\nA parcel takes two days.";
const PRICES =
  "<!doctype html><html lang='en'><title>Prices</title><main><h1>Prices</h1><p>A pie costs 4 dollars.</p></main></html>";
const QUESTION = "How long may something be returned?";

let dashboard: OpenDashboard;
let shop: LoopbackServer;
let [fileId, baseId, toolId, assistantId, callId] = ["", "", "", "", ""];

beforeAll(async () => {
  shop = await startLoopbackServer((response, { method, body }) => {
    if (method === "GET") return void response.writeHead(200, { "content-type": "text/html" }).end(PRICES);
    const { toolCallList = [] } = JSON.parse(body).message as { toolCallList?: { id: string }[] };
    const results = toolCallList.map(({ id }) => ({ toolCallId: id, result: "Booked: 4711" }));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
  });
  dashboard = await openDashboard();
  await fillOrganization(dashboard);
  await makeCall(dashboard.page);
  await dashboard.page.context().close();
});
afterAll(() => shop?.close());

async function fillOrganization({ user }: OpenDashboard): Promise<void> {
  const create = async <Entity>(path: string, body: object) => {
    const created = await user.send<Entity>("POST", path, body);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    return created.body;
  };
  const form = new FormData();
  form.set("file", new Blob([RULES]), "rules.md");
  fileId = (await user.upload<StoredFile>("/file", form)).id;
  await eventually("the file to be read", async () =>
    (await user.send<StoredFile>("GET", `/file/${fileId}`)).body.status === "done" ? true : undefined,
  );
  const websites = [`${shop.origin}/prices`, "http://127.0.0.1:9/nothing"];
  const createPlan = { type: "create", chunkPlans: [{ fileIds: [fileId] }, { websites }] };
  baseId = (await create<KnowledgeBase>("/knowledge-base", { provider: "trieve", name: "Shop rules", createPlan })).id;
  const parameters = {
    type: "object",
    properties: { day: { type: "string", description: "Day of the week." } },
    required: ["day"],
  };
  const named = { name: "book_table", description: "Books a table.", parameters };
  toolId = (await create<Tool>("/tool", { type: "function", function: named, server: { url: `${shop.origin}/book` } })).id;
  const knowledge = { provider: "google", name: "Rules", description: "Returns", fileIds: [fileId] };
  const assistant = await create<Assistant>("/assistant", {
    name: "Clerk",
    firstMessage: "Hello.",
    backgroundSound: "office",
    server: { url: `${shop.origin}/hook` },
    serverMessages: ["status-update", "end-of-call-report"],
    hooks: [{ on: "call.ending", do: [{ type: "tool", toolId }] }],
    model: {
      provider: "callwright",
      model: "fake-tools",
      steps: [
        [{ tool: "book_table", arguments: { day: "Monday" } }],
        [{ tool: "ask_rules", arguments: { query: QUESTION } }],
        ["You are booked, and have 30 days."],
      ],
      toolIds: [toolId],
      tools: [{ type: "query", function: { name: "ask_rules" }, knowledgeBases: [knowledge] }],
    },
  });
  assistantId = assistant.id;
}

async function makeCall(page: Page): Promise<void> {
  await page.reload();
  await openAssistant(page, "Clerk");
  await talk(page);
  await ask(page, "Book a table.");
  await transcript(page).getByText("You are booked").waitFor();
  callId = await hangUp(page);
}

async function openTab(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
  await page.getByRole("tab", { name, exact: true, selected: true }).waitFor();
}

const question = (page: Page) => page.getByRole("textbox", { name: "Ask a question" });
const score = (page: Page) => page.getByText(/^Score \d+\s?%$/).first();
const report = (page: Page) => page.getByRole("button", { name: /^end-of-call-report/ }).first();

describeLooks(({ colorScheme, width }) => {
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    ({ page, errors } = await openPage(dashboard.browser, dashboard.url, { colorScheme, viewport: { width, height: 844 } }));
    await signInInPage(page, dashboard.person);
    await page.waitForURL("**/overview");
  });
  afterAll(async () => {
    await page?.context().close();
    expect(errors).toEqual([]);
  });

  test("a file answers a question with passages and scores", async () => {
    await followPath(page, `/knowledge/files/${fileId}`);
    await question(page).fill(QUESTION);
    await page.keyboard.press("Enter");
    await score(page).waitFor();
    await expectAccessible(page);
  });

  test("a knowledge base answers with a note, and says which web pages could be read", async () => {
    await followPath(page, `/knowledge/bases/${baseId}`);
    await openTab(page, "Web pages");
    const pages = page.getByRole("list", { name: "Web pages" }).getByRole("listitem");
    await pages
      .filter({ hasText: "/prices" })
      .getByText(/1 passage/)
      .waitFor();
    await pages
      .filter({ hasText: "/nothing" })
      .getByText(/not read/i)
      .waitFor();
    await expectAccessible(page);
    // The shared server compares no meanings, so it shows no note.
    await page.route("**/knowledge-base/*/search", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), note: "Meanings of these passages are not computed yet." },
      });
    });
    await openTab(page, "Ask");
    await question(page).fill("What does a pie cost?");
    await page.keyboard.press("Enter");
    await score(page).waitFor();
    await page.getByText("Meanings of these passages are not computed yet.").waitFor();
    await expectAccessible(page);
  });

  test("a tool is tested, and says where it is used and how it ran", async () => {
    await followPath(page, `/tools/${toolId}`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("region", { name: "Answer" }).getByText("200", { exact: true }).waitFor();
    await page.getByRole("region", { name: "The assistant receives" }).getByText("Booked: 4711").waitFor();
    await expectAccessible(page);
    await page.getByRole("region", { name: "Earlier" }).getByText("Monday").first().click();
    await page.getByRole("link", { name: "Open the call" }).first().waitFor();
    await expectAccessible(page);
    await openTab(page, "Used by");
    await page.getByRole("tabpanel").getByRole("link", { name: "Clerk" }).first().waitFor();
    await expectAccessible(page);
  });

  test("the assistant shows its tools, hooks, messages and background sound", async () => {
    await followPath(page, `/assistants/${assistantId}`);
    const shown: [tab: RegExp, content: Locator][] = [
      [/^Tools/, page.getByRole("tabpanel").getByText("book_table").first()],
      [
        /^Hooks/,
        page
          .getByRole("tabpanel")
          .getByText(/When the call ends|When the call is ending/)
          .first(),
      ],
      [/^Messages/, page.getByRole("tabpanel").getByText("end-of-call-report").first()],
      [/^Advanced/, page.getByRole("tabpanel").getByText("The office is synthesized. Phone calls have it by default.")],
    ];
    for (const [tab, content] of shown) {
      await openTab(page, tab);
      await content.waitFor();
      await expectAccessible(page);
    }
  });

  test("the call has its tool calls with what they found, the hook that fired, and its messages", async () => {
    await followPath(page, `/calls/${callId}`);
    const rows = page.getByRole("list", { name: "Transcript" }).locator("summary");
    for (const name of ["book_table", "ask_rules"]) await rows.filter({ hasText: name }).first().click();
    await page.getByText("Anything may be returned within 30 days.").waitFor();
    await expectAccessible(page);
    await openTab(page, /^Events/);
    await page.getByRole("list", { name: "Events" }).getByText("Hook fired").first().waitFor();
    await expectAccessible(page);
    await openTab(page, "Webhooks");
    await report(page).waitFor();
    await expectAccessible(page);
  });

  test("server messages: the list, one of them, and its body edited", async () => {
    await followPath(page, "/webhooks");
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    await report(page).waitFor();
    await expectAccessible(page);
    await report(page).click();
    const drawer = page.getByRole("dialog", { name: "end-of-call-report" });
    await drawer.getByRole("button", { name: "Copy as cURL" }).waitFor();
    await expectAccessible(page);
    await drawer.getByRole("button", { name: "Edit and send" }).click();
    await drawer.getByRole("button", { name: "Send edited body" }).waitFor();
    await expectAccessible(page);
    await drawer.getByRole("button", { name: "Send edited body" }).click();
    await drawer.getByText("Sent again").first().waitFor();
    await expectAccessible(page);
  });
});

describe("by keyboard alone", () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await openPage(dashboard.browser, dashboard.url));
    await signInInPage(page, dashboard.person);
    await page.waitForURL("**/overview");
  });
  afterAll(() => page?.context().close());

  const focusIsOn = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement);

  test("a file is asked", async () => {
    await followPath(page, `/knowledge/files/${fileId}`);
    await question(page).waitFor();
    await tabTo(page, "Ask a question");
    await page.keyboard.type(QUESTION);
    await tabTo(page, "Ask");
    await page.keyboard.press("Enter");
    await score(page).waitFor();
  });

  test("a tool is tested, past the editor of its arguments", { tags: "long" }, async () => {
    await followPath(page, `/tools/${toolId}`);
    await page.getByRole("tab", { name: "Settings", selected: true }).waitFor();
    await tabTo(page, "JSON");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Arguments as JSON" }).waitFor();
    await tabTo(page, "Run");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Answer" }).getByText("200", { exact: true }).waitFor();
    expect(await focusIsOn(page.getByRole("button", { name: "Run", exact: true }))).toBe(true);
  });

  test("a background sound of one's own is entered", { tags: "long" }, async () => {
    await followPath(page, `/assistants/${assistantId}?tab=advanced`);
    const sound = page.getByLabel("Sound", { exact: true });
    await sound.waitFor();
    await tabTo(page, "Sound");
    await page.keyboard.press("ArrowDown");
    await page.getByText("A WAV file of 16-bit PCM, up to 10 MB. Its first 120 seconds are repeated.").waitFor();
    await tabTo(page, "URL of the sound");
    await page.keyboard.type("nowhere");
    await page.getByText("Enter a URL that starts with http:// or https://.").waitFor();
    await expectAccessible(page);
    await sound.selectOption("off");
    await page.getByText("Draft · saved").waitFor();
  });

  test("a tool call of a call unfolds", async () => {
    await followPath(page, `/calls/${callId}`);
    await page.getByRole("list", { name: "Transcript" }).locator("summary").first().waitFor();
    await tabTo(page, /^book_table/);
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Answer" }).getByText("Booked: 4711").waitFor();
  });

  test("a server message is opened, edited, left and closed, and the focus is where it was", { tags: "long" }, async () => {
    await followPath(page, "/webhooks");
    await report(page).waitFor();
    await tabTo(page, /^end-of-call-report/);
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "end-of-call-report" });
    await drawer.getByRole("button", { name: "Edit and send" }).waitFor();
    await tabTo(page, "Edit and send");
    await page.keyboard.press("Enter");
    await drawer.getByRole("button", { name: "Send edited body" }).waitFor();
    await tabTo(page, "Cancel");
    await page.keyboard.press("Enter");
    await drawer.getByRole("button", { name: "Edit and send" }).waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await expect.poll(() => focusIsOn(report(page))).toBe(true);
  });
});
