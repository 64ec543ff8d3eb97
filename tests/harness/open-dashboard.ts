import type { Browser, Page } from "playwright-core";
import { launchChromium, openPage } from "./chromium.ts";
import { signUpInPage } from "./dashboard.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

/** A server of its own and, in a browser without a microphone, its dashboard as a newcomer sees it first. */
export interface OpenDashboard {
  server: ServerProcess;
  browser: Browser;
  page: Page;
  /** What the page printed that it never should. */
  errors: string[];
  stop(): Promise<void>;
}

/** For tests without a call: no call host waits for one. */
export async function openDashboard(): Promise<OpenDashboard> {
  const [server, browser] = await Promise.all([
    startServerProcess({ env: { CALL_HOST_WARM: "false" } }),
    launchChromium({ microphone: "none" }),
  ]);
  const { page, errors } = await openPage(browser, server.url);
  await signUpInPage(page);
  const stop = async () => {
    await browser.close();
    await server.stop();
  };
  return { server, browser, page, errors, stop };
}
