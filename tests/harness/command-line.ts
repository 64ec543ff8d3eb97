import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "./eventually.ts";
import { scratchPath } from "./scratch.ts";

const BIN = fileURLToPath(new URL("../../packages/cli/bin/callwright.js", import.meta.url));

/** A command that was typed in a terminal, and runs. */
export interface RunningCommand {
  /** Waits for printed text that matches. */
  printed: (pattern: RegExp) => Promise<string>;
  /** Waits for its end. */
  ended: () => Promise<{ exitCode: number | null; stdout: string; stderr: string }>;
}

/** A home without credentials, with the command line started by its owner. */
export function openHome(): { credentialsFile: string; type: (...args: string[]) => RunningCommand } {
  const config = scratchPath("config");
  return {
    credentialsFile: path.join(config, "callwright", "credentials.json"),
    type: (...args) => {
      const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: config };
      const child = spawn(process.execPath, [BIN, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
      const output = { stdout: "", stderr: "" };
      child.stdout.on("data", (chunk) => {
        output.stdout += chunk;
      });
      child.stderr.on("data", (chunk) => {
        output.stderr += chunk;
      });
      const closed = once(child, "close");
      // When the test process ends, in any way, so does its command.
      const killWithTests = () => child.kill("SIGKILL");
      process.once("exit", killWithTests);
      return {
        printed: (pattern) =>
          eventually(`'callwright ${args.join(" ")}' to print ${pattern}`, () => pattern.exec(output.stdout)?.[0]),
        ended: async () => {
          await closed;
          process.off("exit", killWithTests);
          return { exitCode: child.exitCode, ...output };
        },
      };
    },
  };
}
