import { spawn } from "node:child_process";
import { once } from "node:events";
import { homedir } from "node:os";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

/** An output stream of a command. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean };

/** The machine on which a command runs. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  homeFolder: string;
  stdout: Output;
  stderr: Output;
  /** Reads all of standard input. */
  readInput: () => Promise<string>;
  fetch: typeof fetch;
  nowMs: () => number;
  wait: (durationMs: number) => Promise<unknown>;
  /** Resolves when a person stops the command, or `signal` does. */
  untilInterrupted: (signal: AbortSignal) => Promise<unknown>;
  /** Opens a page in the browser if possible. Never throws. */
  openPage: (url: string) => void;
}

/** Signals that end the process, such as Ctrl+C. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM"];

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
    untilInterrupted: (signal) => Promise.race([...STOP_SIGNALS.map((each) => once(process, each)), once(signal, "abort")]),
    openPage: (url) => {
      const command = browserCommand(url, process.platform, process.env);
      if (!command) return;
      const [name, ...args] = command;
      // Not through a shell, because the URL is from the server.
      const child = spawn(name, args, { stdio: "ignore", detached: true });
      child.once("error", () => {
        // No browser. The URL is printed, too.
      });
      child.unref();
    },
  };
}

/** The command that opens a page. Undefined without a display, or if the URL is not http or https. */
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
