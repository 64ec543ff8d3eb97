import type { Browser, Page, Request } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openDashboard } from "../harness/open-dashboard.ts";

/** The requests of a screen before it is shown. */

let page: Page;
let browser: Browser;
let url: string;
let riley: string;

beforeAll(async () => {
  ({ page, browser, url } = await openDashboard());
  riley = (await page.getByRole("link", { name: "Riley" }).first().getAttribute("href")) ?? "";
  // A live connection would read the data again when it opens.
  await page.route(/convex-client/, (route) => route.abort());
});

/** Paths of the requests that a first visit makes until the screen shows `text`. */
async function visit(path: string, text: string): Promise<string[]> {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await page.goto(path);
  await page.getByText(text).first().waitFor();
  page.removeAllListeners("request");
  return paths;
}

const timesOf = (path: string, paths: readonly string[]) => paths.filter((each) => each === path).length;

test("the list of calls comes without forms and their schemas, and its data is read once", async () => {
  const paths = await visit("/calls", "Sample: opening hours");
  expect(paths.filter((path) => /(form|json-editor|schema-library)-/.test(path))).toEqual([]);
  expect(timesOf("/v2/call", paths)).toBe(1);
});

test("the editor of an assistant comes without the JSON editor, and its data is read once", async () => {
  const paths = await visit(riley, "Built-in answers");
  expect(paths.filter((path) => path.includes("json-editor-"))).toEqual([]);
  const path = riley.replace("/assistants/", "/assistant/");
  expect([path, `${path}/draft`, "/server-status"].map((each) => timesOf(each, paths))).toEqual([1, 1, 1]);
});

// The aim is 200 kB of scripts, for 5 s at 400 kbit/s.
test("the list of assistants is shown after at most 310 kB of scripts, and 430 kB in all", async () => {
  const context = await browser.newContext({ baseURL: url, storageState: await page.context().storageState() });
  const fresh = await context.newPage();
  const finished: Request[] = [];
  fresh.on("requestfinished", (request) => finished.push(request));
  await fresh.goto("/assistants");
  await fresh.getByRole("link", { name: "Riley" }).first().waitFor();
  // Those that end later are not waited for.
  const before = [...finished];
  const bytesOf = async (those: Request[]) => {
    const sizes = await Promise.all(those.map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0);
  };
  expect(await bytesOf(before.filter((request) => request.resourceType() === "script"))).toBeLessThan(310_000);
  expect(await bytesOf(before)).toBeLessThan(430_000);
  await context.close();
});
