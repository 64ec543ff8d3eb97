import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { build } from "vite";

/** The dashboard has third-party clients installed. */
const WEB = fileURLToPath(new URL("../../apps/web", import.meta.url));
const ENTRY = "\0page-of-server";

/** A page's script with all its imports, from source. It imports what the dashboard can, and the dashboard's files by `/data/…`. */
export async function bundleScript(script: string): Promise<string> {
  const built = await build({
    root: path.join(WEB, "src"),
    logLevel: "silent",
    configFile: false,
    plugins: [
      {
        name: "page-of-server",
        resolveId: (source) => (source === ENTRY ? ENTRY : null),
        load: (id) => (id === ENTRY ? script : null),
      },
    ],
    resolve: { conditions: ["callwright-source", "module", "browser"] },
    build: { write: false, minify: false, target: "es2022", modulePreload: false, rolldownOptions: { input: ENTRY } },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("The bundler answered something else than one build.");
  return built.output[0].code;
}

/**
 * Opens a page of the server itself, runs this script in it, and waits until the script has set `window[name]`. The page must be the server's:
 * Chromium refuses websockets to this machine from an intercepted page.
 */
export async function openPageOfServer(page: Page, url: string, script: string, name: string): Promise<void> {
  await page.route(`${url}/client-page.js`, (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.goto(`${url}/health`);
  await page.evaluate(() => document.body.replaceChildren(Object.assign(document.createElement("div"), { id: "root" })));
  await page.addScriptTag({ url: "/client-page.js", type: "module" });
  await page.waitForFunction((set) => set in window, name);
}
