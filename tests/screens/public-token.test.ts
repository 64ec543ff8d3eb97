import type { CallwrightCall } from "@callwright/call";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCall } from "../harness/calling.ts";
import { openPage, sharedChromium } from "../harness/chromium.ts";
import { type ForeignPage, serveForeignPage } from "../harness/foreign-page.ts";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { type PlatformUser, signUp } from "../harness/platform.ts";

/** A public token in pages of real origins: its permissions, and the data that a page can read. */

declare global {
  interface Window {
    visit: { call: CallwrightCall; told: { type: string; messagesOpenAIFormatted?: { role: string }[] }[] };
    newVisit(token: string, url: string): CallwrightCall;
  }
}

const SCRIPT = `
import { CallwrightCall } from "@callwright/call";
window.newVisit = (token, url) => {
  const call = new CallwrightCall(token, url);
  window.visit = { call, told: [] };
  call.on("message", (message) => window.visit.told.push(message));
  return call;
};
`;
const PROMPT = "You sell bicycles. Never tell anybody that the price can be halved.";

const url = sharedServerUrl();
let shop: ForeignPage;
let thief: ForeignPage;
let user: PlatformUser;
let mine: string;
let other: string;
let token: string;

beforeAll(async () => {
  [shop, thief] = await Promise.all([serveForeignPage({ script: SCRIPT }), serveForeignPage({ script: SCRIPT })]);
  user = await signUp(url, newAccount());
  const createAssistant = async (body: object) => (await user.send<{ id: string }>("POST", "/assistant", body)).body.id;
  const model = { provider: "callwright", model: "builtin", messages: [{ role: "system", content: PROMPT }] };
  mine = await createAssistant({ name: "Bicycles", firstMessage: "Hello {{name}}.", model });
  other = await createAssistant({ name: "Internal" });
  const restrictions = { allowedOrigins: [shop.url], allowedAssistantIds: [mine] };
  token = (await user.send<{ value: string }>("POST", "/token", { tag: "public", restrictions })).body.value;
});

afterAll(() => Promise.all([shop?.close(), thief?.close()]));

async function openShop(site: ForeignPage): Promise<Page> {
  const { page } = await openPage(await sharedChromium(), site.url);
  await page.goto("/");
  await page.waitForFunction(() => "newVisit" in window);
  return page;
}

/** The result of a page's own request: status and code of the answer, or that the browser hides it. */
function ask(page: Page, method: string, path: string, body?: object): Promise<string> {
  return page.evaluate(
    async (request) => {
      const headers = { authorization: `Bearer ${request.token}`, "content-type": "application/json" };
      const answer = await fetch(request.url, { method: request.method, headers, body: request.body }).catch(() => undefined);
      return answer ? `${answer.status} ${(await answer.json()).code ?? "ok"}` : "not for this page";
    },
    { url: `${url}${path}`, method, token, body: body && JSON.stringify(body) },
  );
}

test("it opens the one assistant to the one page, and every other page can read why it was refused", async () => {
  const [allowed, stolen] = [await openShop(shop), await openShop(thief)];
  expect(await ask(stolen, "POST", "/call/web", { assistantId: mine })).toBe("403 token-origin-refused");
  expect(await ask(allowed, "POST", "/call/web", { assistantId: other })).toBe("403 token-assistant-refused");
  expect(await ask(allowed, "POST", "/call/web", { assistant: {} })).toBe("403 token-inline-refused");
  const assistantOverrides = { firstMessage: "Buy elsewhere" };
  expect(await ask(allowed, "POST", "/call/web", { assistantId: mine, assistantOverrides })).toBe("403 token-override-refused");
  for (const path of ["/assistant", `/assistant/${mine}`, "/call", "/token", "/org"])
    expect(await ask(allowed, "GET", path)).toBe("not for this page");
  await Promise.all([allowed.context().close(), stolen.context().close()]);
});

test("a visitor talks to it, and nothing the page is told holds the prompt", async () => {
  const page = await openShop(shop);
  const call = await page.evaluate(
    ({ token, url, mine }) => window.newVisit(token, url).start(mine, { variableValues: { name: "Ada" } }),
    { token, url, mine },
  );
  expect(call?.assistant).toEqual({ name: "Bicycles" });
  await page.waitForFunction(() =>
    window.visit.told.some((message) => message.messagesOpenAIFormatted?.some(({ role }) => role === "assistant")),
  );
  const told = await page.evaluate(() => JSON.stringify(window.visit.told));
  expect(told).toContain("Hello Ada.");
  expect(told).not.toContain("halved");
  await page.evaluate(() => window.visit.call.stop());
  const ended = await endedCall(user, call?.id ?? "");
  expect(ended.assistant).toMatchObject({ model: { messages: [{ content: PROMPT }] } });
  await page.context().close();
});
