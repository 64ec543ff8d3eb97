import { randomUUID } from "node:crypto";
import path from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { expect, test } from "vitest";
import { accountHeaders, enterOrg } from "../../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";

/** A quiet machine is needed: Lighthouse slows the processor down four times by its clock. */

const RUNS = Number(process.env.RUNS ?? 5);
/** The least score of a page, of 100. */
const AIMS = {
  "sign-in": { performance: 90, accessibility: 100, "best-practices": 95 },
  assistants: { performance: 90, accessibility: 100, "best-practices": 95 },
  editor: { performance: 75, accessibility: 100, "best-practices": 95 },
  call: { performance: 75, accessibility: 100, "best-practices": 95 },
  visitor: { performance: 90, accessibility: 100, "best-practices": 95 },
};
type PageName = keyof typeof AIMS;
type Figures = Record<keyof (typeof AIMS)[PageName] | "shift", number>;

interface Opened {
  url: string;
  cookie: string | undefined;
}

async function signUp(url: string) {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", ...accountHeaders(url) },
    body: JSON.stringify({ name: "Ada Miller", email: `ada-${randomUUID()}@example.com`, password: "a long enough password" }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { cookie, user: await enterOrg(url, cookie) };
}

async function pagesOf({ url }: ServerProcess): Promise<Record<PageName, Opened>> {
  const { cookie, user } = await signUp(url);
  const [assistant] = (await user.send<{ id: string }[]>("GET", "/assistant")).body;
  const [call] = (await user.send<{ id: string }[]>("GET", "/call")).body;
  const token = (await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Page" })).body.value;
  return {
    "sign-in": { url: `${url}/sign-in`, cookie: undefined },
    assistants: { url: `${url}/assistants`, cookie },
    editor: { url: `${url}/assistants/${assistant?.id}`, cookie },
    call: { url: `${url}/calls/${call?.id}`, cookie },
    visitor: { url: `${url}/talk/${assistant?.id}#${token}`, cookie: undefined },
  };
}

async function measure({ url, cookie }: Opened): Promise<Figures> {
  const chrome = await launch({
    chromePath: "/usr/bin/chromium",
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: "error",
      onlyCategories: ["performance", "accessibility", "best-practices"],
      ...(cookie && { extraHeaders: { Cookie: cookie } }),
    });
    if (!result) throw new Error(`Lighthouse has no result of ${url}.`);
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      shift: audits["cumulative-layout-shift"]?.numericValue ?? 0,
    };
  } finally {
    chrome.kill();
  }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function medianOf(page: Opened): Promise<Figures> {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(page));
  const middle = (name: keyof Figures) => median(runs.map((figures) => figures[name]));
  return {
    performance: middle("performance"),
    accessibility: middle("accessibility"),
    "best-practices": middle("best-practices"),
    shift: middle("shift"),
  };
}

/** A built checkout of another commit. */
async function pagesBefore() {
  if (!process.env.BEFORE) return undefined;
  const { startServerProcess: start } = (await import(
    path.resolve(process.env.BEFORE, "tests/harness/server-process.ts")
  )) as typeof import("../../harness/server-process.ts");
  const server = await start();
  return { server, pages: await pagesOf(server) };
}

test("five pages on a phone", async () => {
  const server = await startServerProcess();
  const before = await pagesBefore();
  const missed: string[] = [];
  try {
    const pages = await pagesOf(server);
    for (const name of Object.keys(AIMS) as PageName[]) {
      const now = await medianOf(pages[name]);
      const then = before && (await medianOf(before.pages[name]));
      process.stdout.write(`${name} ${JSON.stringify(now)} ${then ? `before: ${JSON.stringify(then)}` : ""}\n`);
      for (const [figure, least] of Object.entries(AIMS[name]))
        if (now[figure as keyof Figures] < least) missed.push(`${name}: ${figure} ${now[figure as keyof Figures]} of ${least}`);
      if (now.shift > 0.05) missed.push(`${name}: layout shift ${now.shift}`);
    }
  } finally {
    await server.stop();
    await before?.server.stop();
  }
  expect(missed).toEqual([]);
});
