import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { endedCall } from "../harness/calling.ts";
import { openPage } from "../harness/chromium.ts";
import { openAssistant, openShare } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import { tapPage, waitForSound } from "../harness/page-audio.ts";
import { listCalls, type PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** From the studio to a visitor's call: an owner's steps to let others talk to an assistant. */

failTogether();

let url: string;
let browser: Browser;
let page: Page;
let user: PlatformUser;
let errors: string[];

beforeAll(async () => {
  ({ url, browser, page, user, errors } = await openDashboard({ viewport: { width: 1440, height: 900 } }));
});

const widget = () => page.frameLocator("iframe[title='Preview']");
const code = (label: string) => page.getByRole("region", { name: label, exact: true });

test("the studio shows the real widget, and what is chosen at once", async () => {
  await openAssistant(page, "Riley");
  await openShare(page);
  await page.getByRole("heading", { name: "Share Riley" }).waitFor();
  await widget()
    .getByRole("button", { name: /Talk with AI/ })
    .waitFor();
  await page.getByRole("tab", { name: "Texts" }).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Ask the shop");
  await widget()
    .getByRole("button", { name: /Ask the shop/ })
    .waitFor();
  await expect.poll(() => code("HTML").textContent()).toContain(`title="Ask the shop"`);
  await page.reload();
  await widget()
    .getByRole("button", { name: /Ask the shop/ })
    .waitFor();
});

test("it warns of colors that cannot be read", async () => {
  await page.getByRole("tab", { name: "Appearance" }).click();
  await page.getByText(/Button: contrast 21/).waitFor();
  await page.getByRole("textbox", { name: "Button text color", exact: true }).fill("#222222");
  await page.getByText(/Button: contrast 1\.\d, hard to read/).waitFor();
  await expectAccessible(page);
});

test("it offers what a widget of the chosen mode has, in words", async () => {
  await page.getByRole("combobox", { name: "Position" }).click();
  await page.getByRole("option", { name: "Bottom left" }).click();
  await expect.poll(() => code("HTML").textContent()).toContain(`position="bottom-left"`);
  expect(await page.getByRole("tab", { name: "Reconnecting" }).count()).toBe(0);
  await page.getByRole("tab", { name: "Type" }).click();
  await page.getByRole("combobox", { name: "Mode" }).click();
  await page.getByRole("option", { name: "Calls", exact: true }).click();
  await page.getByRole("tab", { name: "Reconnecting" }).waitFor();
  await page.getByRole("textbox", { name: "First message of a chat" }).waitFor({ state: "hidden" });
  await expectAccessible(page);
});

let link: string;

test("it makes a token for this assistant and that page alone", async () => {
  await page.getByRole("textbox", { name: "Your page" }).fill("https://shop.example");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect.poll(() => code("HTML").textContent()).toMatch(/public-key="cw_public_/);
  const { body: tokens } = await user.send<Record<string, unknown>[]>("GET", "/token");
  const assistantId = /assistant-id="([^"]+)"/.exec((await code("HTML").textContent()) ?? "")?.[1];
  expect(tokens).toMatchObject([
    {
      tag: "public",
      restrictions: { allowedAssistantIds: [assistantId], allowedOrigins: ["https://shop.example", url] },
    },
  ]);
  link = (await code("Visitor link").textContent()) ?? "";
  expect(link).toContain(`${url}/talk/${assistantId}#cw_public_`);
  await expectAccessible(page);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
  }
  expect(errors).toEqual([]);
});

test("a visitor presses the one button, hears the assistant and hangs up", async () => {
  const visitor = await openPage(browser, url, { viewport: { width: 390, height: 844 } });
  await tapPage(visitor.page);
  const loaded: string[] = [];
  visitor.page.on("response", (response) => loaded.push(new URL(response.url()).pathname));
  await visitor.page.goto(link);
  await visitor.page.getByRole("button", { name: "Talk", exact: true }).waitFor();
  await expectAccessible(visitor.page);
  expect(loaded.filter((path) => /^\/(api|org|assistant)/.test(path))).toEqual([]);
  await visitor.page.getByRole("button", { name: "Talk", exact: true }).click();
  await visitor.page.getByRole("heading", { name: "Talk with Riley" }).waitFor();
  await visitor.page.getByRole("log", { name: "Transcript" }).getByText("Riley", { exact: true }).first().waitFor();
  expect(await visitor.page.title()).toBe("Talk with Riley");
  await waitForSound(visitor.page, 0);
  await expectAccessible(visitor.page);
  await visitor.page.getByRole("button", { name: "Hang up" }).click();
  await visitor.page.getByText("The call has ended.").waitFor();
  const [call] = await listCalls(user);
  expect(await endedCall(user, call?.id ?? "")).toMatchObject({ endedReason: "customer-ended-call" });
  expect(visitor.errors).toEqual([]);
});

test("a token that is disabled meanwhile stays chosen, is said to be, and is enabled there", async () => {
  const [{ id, restrictions }] = (await user.send<[{ id: string; restrictions: object }]>("GET", "/token")).body;
  await user.send("PATCH", `/token/${id}`, { restrictions: { ...restrictions, enabled: false } });
  await page.reload();
  await page.getByText("This token is disabled").waitFor();
  await expect.poll(() => code("HTML").textContent()).toMatch(/public-key="cw_public_/);
  expect(await page.getByRole("button", { name: "Copy HTML" }).isDisabled()).toBe(true);
  expect(await code("Visitor link").count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Enable" }).click();
  await code("Visitor link").waitFor();
  expect(await page.getByRole("button", { name: "Copy HTML" }).isDisabled()).toBe(false);
});

test("where consent is asked for, the button says what pressing it means", async () => {
  const { page: visitor } = await openPage(browser, url);
  await visitor.goto(link.replace("#", "?consent=true#"));
  await visitor.getByText(/By pressing the button, you agree/).waitFor();
  await visitor.getByRole("button", { name: "Agree and talk" }).waitFor();
});

test.each([
  ["squad", "squads", "squadId", async (assistantId: string) => ({ name: "Front desk", members: [{ assistantId }] })],
  [
    "workflow",
    "workflows",
    "workflowId",
    async () => ({
      name: "Front desk",
      nodes: [{ type: "conversation", name: "a", isStart: true, prompt: "Greet." }],
      edges: [],
    }),
  ],
])("a %s has its own code and link, and its visitor's call starts", async (kind, path, field, bodyOf) => {
  const [{ id: assistantId } = { id: "" }] = (await user.send<{ id: string }[]>("GET", "/assistant")).body;
  const { id } = (await user.send<{ id: string }>("POST", `/${kind}`, await bodyOf(assistantId))).body;
  await page.goto(`${url}/${path}/${id}`);
  await page.getByRole("link", { name: "Share" }).click();
  await page.getByRole("heading", { name: "Share Front desk" }).waitFor();
  await widget()
    .getByRole("button", { name: /Talk with AI/ })
    .waitFor();
  // The assistant's token opens no squad; the squad's opens the workflow, too.
  if (kind === "squad") await page.getByRole("button", { name: "Create token" }).click();
  await expect.poll(() => code("HTML").textContent()).toContain(`${kind}-id="${id}"`);
  await expectAccessible(page);
  const own = (await code("Visitor link").textContent()) ?? "";
  expect(own).toContain(`${url}/talk/${kind}/${id}#cw_public_`);
  const { page: visitor } = await openPage(browser, url, { viewport: { width: 390, height: 844 } });
  await visitor.goto(own);
  await visitor.getByRole("button", { name: "Talk", exact: true }).click();
  await visitor.getByRole("button", { name: "Hang up" }).click();
  await visitor.getByText("The call has ended.").waitFor();
  await expect.poll(async () => (await listCalls(user)).map((call) => Reflect.get(call, field))).toContain(id);
});

test("a link without its end says so", async () => {
  const { page: visitor } = await openPage(browser, url);
  await visitor.goto(link.replace(/#.*/, ""));
  await visitor.getByRole("heading", { name: "This link is incomplete" }).waitFor();
  await expectAccessible(visitor);
});
