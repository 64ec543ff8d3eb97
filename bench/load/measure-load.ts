import type { Browser } from "../../tests/harness/chromium.ts";

const LATENCY_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;

export interface PageLoad {
  requests: number;
  bytes: number;
  /** Largest Contentful Paint, from the start of the navigation. */
  lcpMs: number;
}

interface Visit {
  url: string;
  path: string;
  /** A `cookie` header. */
  cookies: string | undefined;
}

/** Opens a page in a new browser profile, and waits until its requests end. */
export async function measureLoad(browser: Browser, { url, path, cookies = "" }: Visit): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(cookiesOf(cookies, url));
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
    const load: PageLoad = { requests: 0, bytes: 0, lcpMs: 0 };
    network.on("Network.requestWillBeSent", ({ request }) => {
      if (request.url.startsWith("http")) load.requests += 1;
    });
    network.on("Network.loadingFinished", ({ encodedDataLength }) => {
      load.bytes += encodedDataLength;
    });
    await page.goto(`${url}${path}`, { waitUntil: "networkidle", timeout: 120_000 });
    load.lcpMs = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((entries) => resolve(entries.getEntries().at(-1)?.startTime ?? 0)).observe({
            type: "largest-contentful-paint",
            buffered: true,
          });
        }),
    );
    return load;
  } finally {
    await context.close();
  }
}

export function cookiesOf(header: string, url: string) {
  return header
    .split("; ")
    .filter(Boolean)
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url };
    });
}
