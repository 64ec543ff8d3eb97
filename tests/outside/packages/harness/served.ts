import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

/** A page that somebody serves. */
export interface Served {
  url: string;
  close(): Promise<void> | void;
}

const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves a folder as many hosts of single-page apps do: in place of a file that is not there, they answer with the first page. */
export async function serveFolder(folder: string, page = "index.html"): Promise<Served> {
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://page");
    const wanted = path.join(folder, pathname);
    const isInside = wanted.startsWith(folder + path.sep);
    const [file, bytes] = (await (isInside ? read(wanted) : undefined)) ?? [page, await readFile(path.join(folder, page))];
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" }).end(bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const read = (file: string) =>
  readFile(file).then(
    (bytes): [string, Buffer] => [file, bytes],
    () => undefined,
  );

/** Starts a program of an app that serves it, and waits for the address that it prints. */
export async function serveByProgram(folder: string, program: string, ...args: string[]): Promise<Served> {
  // vitest's would make it a test of the program.
  const { NODE_ENV: _, ...environment } = process.env;
  const child = spawn(path.join(folder, "node_modules", ".bin", program), args, {
    cwd: folder,
    env: { ...environment, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let printed = "";
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        const [address] = /http:\/\/(localhost|127\.0\.0\.1):\d+\/?/.exec(printed) ?? [];
        if (address) resolve(address);
      });
    void exited.then(([code]) => reject(new Error(`${program} ended with ${code}:\n${printed}`)));
  });
  return {
    url,
    close: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
