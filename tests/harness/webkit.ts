import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { expect } from "vitest";

const DRIVER = "/usr/bin/WebKitWebDriver";
const DISPLAY = "/usr/bin/Xvfb";
/** Debian's own browser on WebKitGTK. */
const BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

/** What is missing to run WebKit, as a sentence. */
export const webKitObstacle: string | undefined = [DRIVER, DISPLAY, BROWSER].every(existsSync)
  ? undefined
  : "WebKit is not installed (Debian: apt-get install webkit2gtk-driver xvfb).";

/** One window of WebKit, driven over WebDriver. */
export interface WebKitWindow {
  open(url: string): Promise<void>;
  /** Runs a script in the page. `arguments` are its values. */
  evaluate<Value>(script: string, ...values: unknown[]): Promise<Value>;
  /** Clicks the first element that matches, as soon as it is there. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** The key under which WebDriver returns an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Starts a display, the driver and the browser. They end with `close`, or with the process of the test. */
export async function launchWebKit(): Promise<WebKitWindow> {
  const children: ChildProcess[] = [];
  const start = (command: string, args: string[], env: Record<string, string> = {}) => {
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "ignore", "pipe"], env: { ...process.env, ...env } });
    children.push(child);
    process.once("exit", () => child.kill("SIGKILL"));
    return child;
  };
  // Xvfb chooses a free display and writes its number to the fourth file.
  const display = start(DISPLAY, ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"]);
  const [number] = await once(display.stdio[3] ?? display, "data");
  const port = await freePort();
  // WebKit's own sandbox needs rights that containers do not have. The browser only opens the test's server.
  start(DRIVER, [`--port=${port}`], { DISPLAY: `:${String(number).trim()}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" });
  const send = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body ? JSON.stringify(body) : null });
    const { value } = (await response.json()) as { value: Value };
    if (!response.ok) throw new Error(`WebKit refused ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await expect.poll(() => send<{ ready: boolean }>("GET", "/status").catch(() => undefined)).toMatchObject({ ready: true });
  const browserOptions = { binary: BROWSER, args: ["--automation"] };
  const { sessionId } = await send<{ sessionId: string }>("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": browserOptions } },
  });
  const session = `/session/${sessionId}`;
  await send("POST", `${session}/timeouts`, { implicit: 45_000 });
  const find = async (selector: string) => {
    const found = await send<Record<string, string>>("POST", `${session}/element`, { using: "css selector", value: selector });
    return `${session}/element/${found[ELEMENT]}`;
  };
  return {
    open: (url) => send("POST", `${session}/url`, { url }),
    evaluate: (script, ...args) => send("POST", `${session}/execute/sync`, { script, args }),
    click: async (selector) => send("POST", `${await find(selector)}/click`, {}),
    type: async (selector, text) => send("POST", `${await find(selector)}/value`, { text }),
    close: async () => {
      await send("DELETE", session);
      for (const child of children.toReversed()) {
        const ended = once(child, "exit");
        child.kill();
        await ended;
      }
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
