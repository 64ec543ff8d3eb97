import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openPage } from "../harness/chromium.ts";
import {
  type Account,
  ask,
  followPath,
  openAssistant,
  searchPalette,
  signInInPage,
  talk,
  transcript,
} from "../harness/dashboard.ts";
import { tabTo } from "../harness/keyboard.ts";
import { describeLooks } from "../harness/looks.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import { getCall, listCalls } from "../harness/platform.ts";

/** Every screen passes axe in both themes, wide and narrow, and the main job can be done without a mouse. The page is loaded once a look: axe costs four times as much in a new document. */

let url: string;
let browser: Browser;
let person: Account;
let sampleCallId: string;

/** A person in a new organization, without calls of one's own. */
async function begin(): Promise<void> {
  const dashboard = await openDashboard();
  ({ url, browser, person } = dashboard);
  const { page, user } = dashboard;
  sampleCallId = (await listCalls(user))[0]?.id ?? "";
  expect((await getCall(user, sampleCallId)).status).toBe("ended");
  await page.context().close();
}

const RESOURCE_LISTS = [
  ["tools", "Tools"],
  ["credentials", "Credentials"],
  ["knowledge-bases", "Knowledge bases"],
  ["structured-outputs", "Structured outputs"],
  ["workflows", "Workflows"],
  ["templates", "Templates"],
  ["phone-numbers", "Phone numbers"],
  ["campaigns", "Campaigns"],
  ["simulations", "Simulations"],
] as const;

describeLooks(({ colorScheme, width }) => {
  let page: Page;

  beforeAll(async () => {
    await begin();
    ({ page } = await openPage(browser, url, { colorScheme, viewport: { width, height: 844 } }));
  });
  afterAll(() => page?.context().close());

  test("sign-up", async () => {
    await page.goto("/sign-up");
    await page.getByRole("button", { name: "Sign up" }).waitFor();
    await expectAccessible(page);
  });

  test("sign-in", async () => {
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await expectAccessible(page);
    await signInInPage(page, person);
    await page.waitForURL("**/overview");
  });

  test("overview before the first call", async () => {
    await page.getByRole("heading", { name: "Riley is ready to talk" }).waitFor();
    await expectAccessible(page);
    await followPath(page, "/assistants");
  });

  test("assistants", async () => {
    await page.getByRole("link", { name: "Riley" }).first().waitFor();
    await expectAccessible(page);
  });

  test("editor", async () => {
    await openAssistant(page, "Riley");
  });

  test.each(["Assistant", "Tools", "Hooks", "Messages", "Advanced", "JSON"])("editor, tab %s", async (name) => {
    await page.getByRole("tab", { name, exact: true }).click();
    await page.getByRole("tab", { name, exact: true, selected: true }).waitFor();
    await page.getByRole("tabpanel").first().waitFor();
    await expectAccessible(page);
  });

  test("a call that is running", async () => {
    await talk(page);
    await expect.poll(() => transcript(page).textContent()).toMatch(/Hazel Street/);
    await ask(page, "What are your opening hours on Saturday?");
    // All parts that its header can have.
    await page.getByText(/so far$/).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Hang up" }).click();
    await page.getByRole("link", { name: "Open the call" }).waitFor();
    await expectAccessible(page);
  });

  test("overview with a call", async () => {
    await followPath(page, "/overview");
    await page.getByRole("heading", { name: "Who ended the calls" }).waitFor();
    await expectAccessible(page);
  });

  test("what is built and run: every list, and the form of a tool", async () => {
    for (const [path, title] of RESOURCE_LISTS) {
      await followPath(page, `/${path}`);
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await page
        .getByRole("heading", { name: /^No .+ yet$/ })
        .or(page.getByRole("link", { name: "Cake order" }))
        .waitFor();
      await expectAccessible(page);
    }
    await followPath(page, "/tools/new");
    await page.getByRole("heading", { name: "Reach your systems" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Find free appointments" }).click();
    await page.getByRole("region", { name: "Parameters" }).getByText("4 values").waitFor();
    await expectAccessible(page);
  });

  test("voices: the library and the local ones", async () => {
    await page.goto("/voices");
    await page.getByRole("table", { name: "Voices" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Local" }).click();
    await page.getByRole("listitem", { name: "LibriTTS-R" }).waitFor();
    // Sign-up is open on this server, so nobody may install voices.
    await page.getByText("VOICE_INSTALL=admins").waitFor();
    await expectAccessible(page);
  });

  test("calls", async () => {
    await followPath(page, "/calls");
    await page.locator('main a[href^="/calls/"]').first().waitFor();
    await expectAccessible(page);
  });

  test.each(["Transcript", "Events", "JSON"])("call page, tab %s", async (name) => {
    await followPath(page, `/calls/${sampleCallId}`);
    // Beside the name may be a count.
    const tab = { name: new RegExp(`^${name}`) };
    await page.getByRole("tab", tab).click();
    await page.getByRole("tab", { ...tab, selected: true }).waitFor();
    await page.getByRole("tabpanel").first().waitFor();
    await expectAccessible(page);
  });
});

describe("by keyboard alone", () => {
  beforeAll(begin);

  test("a person signs in, opens Riley, talks, asks and hangs up", async () => {
    const { page } = await openPage(browser, url);
    await page.goto("/sign-in");
    await page.getByLabel("Email").waitFor();
    await tabTo(page, "Email");
    await page.keyboard.type(person.email);
    await tabTo(page, "Password");
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/overview");
    await page.getByRole("link", { name: "Assistants", exact: true }).first().waitFor();
    await tabTo(page, "Assistants");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Riley" }).first().waitFor();
    await tabTo(page, "Riley");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/assistants\/[0-9a-f-]{36}/);
    await page.getByRole("button", { name: "Talk", exact: true }).waitFor();
    await tabTo(page, "Talk");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "In call" }).waitFor();
    await tabTo(page, "Type instead…");
    await page.keyboard.type("When are you open on Sunday?");
    await page.keyboard.press("Enter");
    await expect.poll(() => transcript(page).textContent()).toMatch(/On Sunday, we are open/);
    await tabTo(page, "Hang up");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Open the call" }).waitFor();
    await page.context().close();
  });

  test("⌘K counts from the moment one is signed in, before the first screen is there", { tags: "long" }, async () => {
    const { page } = await openPage(browser, url);
    await page.addInitScript(`
      const pushState = history.pushState;
      history.pushState = function (...args) {
        pushState.apply(history, args);
        if (location.pathname === "/overview" && document.querySelector("form"))
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true, cancelable: true }));
      };
    `);
    await signInInPage(page, person);
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    await page.keyboard.type("Riley");
    await page.getByRole("dialog").getByText("Riley", { exact: true }).waitFor();
    await page.context().close();
  });

  test("the palette finds an assistant and opens it", { tags: "long" }, async () => {
    const { page } = await openPage(browser, url);
    await signInInPage(page, person);
    await page.waitForURL("**/overview");
    await searchPalette(page, "Riley");
    await page.getByRole("dialog").getByText("Riley", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/assistants\/[0-9a-f-]{36}/);
    await page.context().close();
  });
});
