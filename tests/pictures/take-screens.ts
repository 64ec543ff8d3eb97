import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { openPage } from "../harness/chromium.ts";
import { signUpByRequest } from "../harness/open-dashboard.ts";
import { fillLists, fillOrganization, type Made, newPerson } from "./content.ts";
import { withProduct } from "./product.ts";
import { SCREENS } from "./screens.ts";

/** Not committed. */
const FOLDER = fileURLToPath(new URL("../../pictures", import.meta.url));
const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) => [1440, 390].map((width) => ({ colorScheme, width })));
/** Pictures of a contact sheet, by the width of the screens. */
const COLUMNS = { 1440: 3, 390: 6 };
const ROWS = 3;

interface Shot {
  page: Page;
  address: string;
  file: string;
}

/** What happens to a screen before its picture. */
const STATES: Record<string, (shot: Shot) => Promise<void>> = {
  new: open,
  filled: open,
  many: open,
  /** Each request for data fails. */
  error: async (shot) => {
    await shot.page.route(isData, (route) => route.fulfill({ status: 500, json: { message: "Internal server error" } }));
    await open(shot);
    await shot.page.unrouteAll({ behavior: "ignoreErrors" });
  },
  /** No request for data is answered. */
  loading: async ({ page, address, file }) => {
    await page.route(isData, () => {});
    await page.goto(address, { waitUntil: "commit" });
    await page.getByRole("navigation", { name: "Main" }).or(page.getByRole("banner")).first().waitFor();
    await still(page);
    await page.screenshot({ path: file });
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  offline: async ({ page, address, file }) => {
    await page.goto(address);
    await still(page);
    await page.context().setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await still(page);
    await page.screenshot({ path: file });
    await page.context().setOffline(false);
  },
};

/** Data of the platform, but not the account and what the shell needs. */
const isData = (url: URL) =>
  !/^\/(assets|api\/auth|org|user|settings|assistants|calls|overview|status)\b/.test(url.pathname) &&
  /^\/(v2\/)?[a-z-]+/.test(url.pathname) &&
  !/\.\w+$/.test(url.pathname);

async function open({ page, address, file }: Shot): Promise<void> {
  await page.goto(address);
  await still(page);
  await page.screenshot({ path: file });
}

/** Waits until no request runs and nothing on the page is busy. A screen that never rests is shown as it is. */
async function still(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
  await page
    .locator("[aria-busy=true]")
    .first()
    .waitFor({ state: "detached", timeout: 1_000 })
    .catch(() => {});
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Takes every screen in each state, theme and width, and puts them on contact sheets. `only`: names of screens and of states. */
export async function takeScreens(only: string[]): Promise<void> {
  const states = Object.entries(STATES).filter(([state]) => only.includes(state) || !only.some((name) => name in STATES));
  const screens = Object.entries(SCREENS).filter(([name]) => only.includes(name) || !only.some((each) => each in SCREENS));
  await withProduct("none", async ({ browser, url, databaseUrl }) => {
    const stages = {
      new: await openStage(browser, url),
      filled: await openStage(browser, url, (user) => fillOrganization({ user, databaseUrl })),
      many: await openStage(browser, url, (user) => fillLists({ user, databaseUrl })),
    };
    for (const [state, take] of states) {
      const { made, context } = stages[state as keyof typeof stages] ?? stages.filled;
      for (const { colorScheme, width } of LOOKS) {
        const into = path.join(FOLDER, `${state}-${colorScheme}-${width}`);
        await rm(into, { recursive: true, force: true });
        await mkdir(into, { recursive: true });
        const page = await context.newPage();
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        for (const [name, address] of screens) {
          if (address(made).endsWith("/")) continue;
          await take({ page, address: address(made), file: path.join(into, `${name}.png`) }).catch((error) =>
            process.stderr.write(`${state} ${name}: ${String(error).slice(0, 200)}\n`),
          );
        }
        await page.close();
        await writeSheets(browser, into, width as keyof typeof COLUMNS);
        process.stdout.write(`${into}\n`);
      }
    }
  });
}

const NOTHING: Made = {
  assistant: "",
  tool: "",
  squad: "",
  workflow: "",
  suite: "",
  number: "",
  campaign: "",
  knowledge: "",
  call: "",
};

/** A person with an organization, signed in. */
async function openStage(
  browser: Browser,
  url: string,
  fill?: (user: Awaited<ReturnType<typeof signUpByRequest>>) => Promise<Made>,
) {
  const { page } = await openPage(browser, url);
  const user = await signUpByRequest(page, url, newPerson());
  if (fill) return { made: await fill(user), context: page.context() };
  const [assistant] = (await user.send<{ id: string }[]>("GET", "/assistant")).body;
  const [call] = (await user.send<{ id: string }[]>("GET", "/call")).body;
  return { made: { ...NOTHING, assistant: assistant?.id ?? "", call: call?.id ?? "" }, context: page.context() };
}

/** Pages of small pictures with their names, as `sheet-1.png` and so on beside them. */
async function writeSheets(browser: Browser, into: string, width: keyof typeof COLUMNS): Promise<void> {
  const files = (await readdir(into)).filter((file) => file.endsWith(".png") && !file.startsWith("sheet")).sort();
  const columns = COLUMNS[width];
  const page = await browser.newPage({ viewport: { width: 1800, height: 1200 } });
  for (let at = 0; at < files.length; at += columns * ROWS) {
    const figures = files
      .slice(at, at + columns * ROWS)
      .map((file) => `<figure><img src="file://${path.join(into, file)}"><figcaption>${file}</figcaption></figure>`);
    const html = `<style>body{margin:8px;display:grid;grid-template-columns:repeat(${columns},1fr);gap:8px;font:12px sans-serif}figure{margin:0}img{width:100%;border:1px solid #888}</style>${figures.join("")}`;
    const sheet = path.join(into, `sheet-${1 + at / (columns * ROWS)}`);
    await writeFile(`${sheet}.html`, html);
    await page.goto(`file://${sheet}.html`);
    await page.screenshot({ path: `${sheet}.png`, fullPage: true });
  }
  await page.close();
}
