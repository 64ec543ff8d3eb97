import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/** Where a command prints to. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean };

/** What a command needs of the machine it runs on. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  homeFolder: string;
  stdout: Output;
  stderr: Output;
  /** Everything that is written to its standard input. */
  readInput: () => Promise<string>;
  fetch: typeof fetch;
  nowMs: () => number;
  wait: (durationMs: number) => Promise<unknown>;
  /** Shows a page in the person's browser, if it can; never fails. */
  openPage: (url: string) => void;
}

/** The machine this process runs on. */
export function thisMachine(): Machine {
  return {
    env: process.env,
    platform: process.platform,
    homeFolder: homedir(),
    stdout: process.stdout,
    stderr: process.stderr,
    readInput: () => text(process.stdin),
    fetch,
    nowMs: Date.now,
    wait: (durationMs) => wait(durationMs),
    openPage: (url) => {
      const command = browserCommand(url, process.platform, process.env);
      if (!command) return;
      const [name, ...args] = command;
      // No shell reads the address, which the server has made.
      const child = spawn(name, args, { stdio: "ignore", detached: true });
      child.once("error", () => {
        // No browser: the address is printed as well.
      });
      child.unref();
    },
  };
}

/** How this platform opens a page; undefined where nobody would see it, and for an address that is not one of the web. */
export function browserCommand(
  url: string,
  platform: NodeJS.Platform,
  env: Machine["env"],
): [name: string, ...args: string[]] | undefined {
  if (!/^https?:\/\//.test(url) || env.SSH_CONNECTION || env.SSH_TTY || env.CI) return undefined;
  if (platform === "darwin") return ["open", url];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open", url] : undefined;
}
