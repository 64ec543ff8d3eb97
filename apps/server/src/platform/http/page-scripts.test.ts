import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlatformError } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newApp } from "./app.ts";
import { SCRIPT_TAG_PATH, WIDGET_PATH } from "./own-paths.ts";
import { pageScript } from "./static-files.ts";

const MODULE = `export const words = ${JSON.stringify("word ".repeat(2000))};`;

describe.each([WIDGET_PATH, SCRIPT_TAG_PATH])("what a page of another origin gets of %s", (path) => {
  const app = newApp();
  const name = path.slice(1).replace(/\.js$/, "");
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "callwright-script-"));
    await mkdir(join(folder, name));
    await writeFile(join(folder, path), MODULE);
    await writeFile(join(folder, name, "room-B3xYz_9a.js"), "export const room = 1;");
    await writeFile(join(folder, name, "noise-B3xYz_9a.wasm"), "wasm");
    await writeFile(join(folder, name, "old-B3xYz_9a.js"), "export const old = 1;");
    app.onError((error, c) => c.json({}, error instanceof PlatformError ? (error.status as 404) : 500));
    await pageScript(app, path, folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("it is for every origin, and an update reaches every page within five minutes", async () => {
    const response = await app.request(path);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(await response.text()).toBe(MODULE);
  });

  test("a page that has it already is told so in a few bytes", async () => {
    const first = await app.request(path);
    const again = await app.request(path, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
    expect(again.headers.get("access-control-allow-origin")).toBe("*");
    expect(await again.text()).toBe("");
  });

  test.each([
    ["room-B3xYz_9a.js", "text/javascript; charset=utf-8"],
    ["noise-B3xYz_9a.wasm", "application/wasm"],
  ])("what it loads later (%s) is kept for good", async (file, contentType) => {
    const response = await app.request(`/${name}/${file}`);
    expect(response.headers.get("content-type")).toBe(contentType);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("a file that is not there, or that a later build removed, is a 404", async () => {
    expect((await app.request(`/${name}/gone.js`)).status).toBe(404);
    await rm(join(folder, name, "old-B3xYz_9a.js"));
    expect((await app.request(`/${name}/old-B3xYz_9a.js`)).status).toBe(404);
  });
});
