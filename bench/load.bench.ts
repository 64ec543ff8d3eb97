/**
 * `npm run bench -- load`: how long people wait on a slow connection. Each screen is opened in a browser with an empty cache, at 1.6 Mbit/s and 150
 * ms of latency, in an organization with 1,000 assistants and 1,000 calls. Medians of the runs. Bytes are those on the wire, with headers; live
 * connections (WebSocket) are not counted.
 */

import buildProduct from "../tests/harness/build-product.ts";
import { launchChromium } from "../tests/harness/chromium.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { median, printTable } from "./call/statistics.ts";
import { measureLoad, type PageLoad } from "./load/measure-load.ts";
import { seedScreens } from "./load/seed-screens.ts";

const RUNS = 3;
const AIMS: Record<string, { maxRequests: number; maxKb?: number; maxLcpMs?: number }> = {
  "sign-in": { maxRequests: 25 },
  editor: { maxRequests: 25, maxLcpMs: 3000 },
  calls: { maxRequests: 25, maxKb: 500 },
  visitor: { maxRequests: 25 },
};

await buildProduct();
const server = await startBenchServer();
const browser = await launchChromium({ microphone: "none" });
try {
  const rows: string[][] = [];
  for (const { name, path, cookies } of await seedScreens(server)) {
    const loads: PageLoad[] = [];
    for (let run = 0; run < RUNS; run++) loads.push(await measureLoad(browser, { url: server.url, path, cookies }));
    const middle = (figure: keyof PageLoad) => median(loads.map((load) => load[figure]));
    const { maxRequests, maxKb, maxLcpMs } = AIMS[name] ?? { maxRequests: 25 };
    rows.push([
      ...[name, String(middle("requests")), `≤ ${maxRequests}`],
      ...[`${Math.round(middle("bytes") / 1000)} kB`, maxKb ? `≤ ${maxKb} kB` : ""],
      ...[`${Math.round(middle("lcpMs"))} ms`, maxLcpMs ? `≤ ${maxLcpMs} ms` : ""],
    ]);
  }
  printTable(["cold", "requests", "aim", "bytes", "aim", "LCP", "aim"], rows);
} finally {
  await browser.close();
  await server.stop();
}
