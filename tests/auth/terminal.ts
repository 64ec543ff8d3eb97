import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { runCommandLine } from "../../packages/cli/src/command-line.ts";
import type { Machine } from "../../packages/cli/src/machine.ts";

export interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** A person at a terminal, with a separate home folder. */
export interface Terminal {
  home: string;
  credentialsFile: string;
  /** Added to the environment of the commands that follow. */
  env: Record<string, string>;
  /** A person's action while a command waits, instead of waiting in real time. */
  whileWaiting: (printed: string) => Promise<unknown>;
  /** Types a command; `input` is what is piped into it. */
  run: (args: string[], options?: { input?: string; isTTY?: boolean }) => Promise<Ran>;
  close: () => void;
}

export function openTerminal(): Terminal {
  const home = mkdtempSync(path.join(tmpdir(), "callwright-cli-"));
  const terminal: Terminal = {
    home,
    credentialsFile: path.join(home, ".config", "callwright", "credentials.json"),
    env: {},
    whileWaiting: async () => undefined,
    run: async (args, { input = "", isTTY = false } = {}) => {
      const stdout = keepWritten(isTTY);
      const stderr = keepWritten(isTTY);
      const machine: Machine = {
        env: terminal.env,
        platform: "linux",
        homeFolder: home,
        stdout: stdout.output,
        stderr: stderr.output,
        readInput: async () => input,
        fetch,
        nowMs: Date.now,
        wait: () => terminal.whileWaiting(stdout.text()),
        untilInterrupted: async () => undefined,
        openPage: () => undefined,
      };
      const exitCode = await runCommandLine(args, machine);
      return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
  return terminal;
}

function keepWritten(isTTY: boolean): { output: Machine["stdout"]; text: () => string } {
  const chunks: Buffer[] = [];
  const writable = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { output: Object.assign(writable, { isTTY }), text: () => Buffer.concat(chunks).toString() };
}

/** The code that a sign-in shows. */
export function shownCode(printed: string): string {
  const code = /user_code=(\w+)/.exec(printed)?.[1];
  if (!code) throw new Error(`No code is shown:\n${printed}`);
  return code;
}
