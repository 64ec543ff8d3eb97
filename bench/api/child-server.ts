import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

export interface ChildServer {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** Runs a file from source that prints its address. */
export async function startChild(file: URL, env: Record<string, string>): Promise<ChildServer> {
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=callwright-source", fileURLToPath(file)], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return {
    url: await printedUrl(child),
    pid: child.pid ?? 0,
    stop: async () => {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function printedUrl(child: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`ended with code ${code} before it was ready:\n${printed}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /https?:\/\/[\w.:-]+/.exec(printed)?.[0];
      if (url) resolve(url.replace("localhost", "127.0.0.1"));
    });
  });
}
