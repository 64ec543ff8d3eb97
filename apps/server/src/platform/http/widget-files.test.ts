import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlatformError } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newApp } from "./app.ts";
import { widgetFiles } from "./static-files.ts";

/** What a page of another origin gets of the widget. */

const MODULE = `export const words = ${JSON.stringify("word ".repeat(2000))};`;
const app = newApp();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-widget-"));
  await mkdir(join(folder, "widget"));
  await writeFile(join(folder, "widget.js"), MODULE);
  await writeFile(join(folder, "widget/room-B3xYz_9a.js"), "export const room = 1;");
  await writeFile(join(folder, "widget/noise-B3xYz_9a.wasm"), "wasm");
  app.onError((error, c) => c.json({}, error instanceof PlatformError ? (error.status as 404) : 500));
  await widgetFiles(app, folder);
});
afterAll(() => rm(folder, { recursive: true }));

test("its module is for every origin, and an update reaches every page within five minutes", async () => {
  const response = await app.request("/widget.js");
  expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  expect(await response.text()).toBe(MODULE);
});

test("a page that has it already is told so in a few bytes", async () => {
  const first = await app.request("/widget.js");
  const again = await app.request("/widget.js", { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
  expect(again.headers.get("access-control-allow-origin")).toBe("*");
  expect(await again.text()).toBe("");
});

test.each([
  ["/widget/room-B3xYz_9a.js", "text/javascript; charset=utf-8"],
  ["/widget/noise-B3xYz_9a.wasm", "application/wasm"],
])("what it loads later (%s) is kept for good", async (path, contentType) => {
  const response = await app.request(path);
  expect(response.headers.get("content-type")).toBe(contentType);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
});

test("a file that is not there is a 404", async () => {
  expect((await app.request("/widget/gone.js")).status).toBe(404);
});
