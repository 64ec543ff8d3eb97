/**
 * `npm run bench -- canvas`: dragging one of 200 nodes on the canvas of a workflow, beside bare xyflow with the same nodes and edges in the same run.
 * The pages alternate; results are medians of the rounds. The time between frames is at least the display's 16.7 ms, so the main thread's work for a
 * frame shows the difference.
 */
import path from "node:path";
import { build } from "vite";
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import buildProduct from "../tests/harness/build-product.ts";
import { type Browser, launchChromium, type Page } from "../tests/harness/chromium.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { created } from "./api/created.ts";
import { median, printTable } from "./call/statistics.ts";
import { type DragCost, measureDrag } from "./canvas/drag.ts";
import { cookiesOf } from "./load/measure-load.ts";

const NODES = 200;
/** In a column. Edges lead down, with their labels between the nodes. */
const ROWS = 14;
const ROUNDS = 8;
const AIM = 1;

const names = Array.from({ length: NODES }, (_, index) => `step-${index + 1}`);
const position = (index: number) => ({ x: Math.floor(index / ROWS) * 280, y: (index % ROWS) * 160 });
const ways = names.slice(1).map((to, index) => ({ from: names[index] ?? "", to }));

const WORKFLOW = {
  name: "Two hundred",
  nodes: [
    ...names.map((name, index) => ({
      type: "conversation",
      name,
      prompt: `Ask question ${index + 1}.`,
      metadata: { position: position(index) },
      ...(index === 0 && { isStart: true }),
    })),
    { type: "hangup", name: "end", metadata: { position: position(NODES) } },
  ],
  edges: [
    ...ways.map((way) => ({ ...way, condition: { type: "ai", prompt: `The caller answered ${way.from}` } })),
    { from: names.at(-1), to: "end" },
  ],
};

/** The data for xyflow. The labels on edges are the library's own. */
const BARE = {
  nodes: WORKFLOW.nodes.map(({ name }, index) => ({ id: name, position: position(index), data: { label: name } })),
  edges: WORKFLOW.edges.map(({ from, to }, index) => ({ id: `e${index}`, source: from, target: to })),
};

async function openCanvas(browser: Browser, url: string): Promise<Page> {
  const person = await signUpTestClient(url, { email: "bench@example.com" });
  const { id } = await created(person.json, "/workflow", WORKFLOW);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookiesOf(person.cookie ?? "", url));
  const page = await context.newPage();
  await page.goto(`${url}/workflows/${id}`);
  return page;
}

/** A window as large as the canvas. */
async function openBare(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const built = await build({
    root: import.meta.dirname,
    logLevel: "silent",
    configFile: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: { write: false, target: "es2022", rolldownOptions: { input: path.join(import.meta.dirname, "canvas/bare-page.ts") } },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("The bundler answered something else than one build.");
  const page = await (await browser.newContext({ viewport })).newPage();
  await page.evaluate((graph) => Object.assign(window, { bareGraph: graph }), BARE);
  for (const file of built.output) {
    if (file.type === "chunk") await page.addScriptTag({ type: "module", content: file.code });
    else if (file.fileName.endsWith(".css")) await page.addStyleTag({ content: String(file.source) });
  }
  return page;
}

await buildProduct();
const server = await startBenchServer();
const browser = await launchChromium({ microphone: "none" });
try {
  const canvas = await openCanvas(browser, server.url);
  await canvas.locator(".react-flow__node").nth(NODES).waitFor();
  const box = await canvas.locator(".react-flow").boundingBox();
  const bare = await openBare(browser, { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) });
  await bare.locator(".react-flow__node").nth(NODES).waitFor();
  const subjects = await Promise.all(
    [
      { name: "bare xyflow", page: bare },
      { name: "workflow canvas", page: canvas },
    ].map(async ({ name, page }) => {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send("Performance.enable");
      return { name, page, cdp, costs: [] as DragCost[] };
    }),
  );
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { page, cdp, costs } of subjects) {
      const cost = await measureDrag(page, cdp, "step-72");
      // The first drag compiles code for the others.
      if (round > 0) costs.push(cost);
    }
  const figures = subjects.map(({ name, costs }) => {
    return { name, frameMs: median(costs.map(({ frameMs }) => frameMs)), workMs: median(costs.map(({ workMs }) => workMs)) };
  });
  const [base] = figures;
  const times = (own: number, other = Number.NaN) => `${(own / other).toFixed(2)} ×`;
  printTable(
    [`dragging, ${NODES} nodes`, "between frames", "ratio", "work for a frame", "ratio", "aim"],
    figures.map(({ name, frameMs, workMs }) => [
      ...[name, `${frameMs.toFixed(1)} ms`, times(frameMs, base?.frameMs)],
      ...[`${workMs.toFixed(1)} ms`, times(workMs, base?.workMs), name === base?.name ? "" : `frames ≤ ${AIM} ×`],
    ]),
  );
} finally {
  await browser.close();
  await server.stop();
}
