import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { run } from "../../run.ts";

/** A registry that passes every request on to the one that npm uses here, and keeps what was asked for. */
export interface RecordingRegistry {
  url: string;
  /** Paths, decoded. */
  asked: string[];
  close(): void;
}

/** What decides the answer. The connection is not passed on. */
const PASSED_ON = ["accept", "if-none-match", "if-modified-since"];

export async function startRecordingRegistry(): Promise<RecordingRegistry> {
  const upstream = (await run("npm", ["config", "get", "registry"], { onlyOutput: true })).trim().replace(/\/$/, "");
  const asked: string[] = [];
  const server = createServer(async ({ url = "/", headers }, response) => {
    asked.push(decodeURIComponent(url));
    try {
      const kept = PASSED_ON.flatMap((name) =>
        typeof headers[name] === "string" ? [[name, headers[name]] as [string, string]] : [],
      );
      const answer = await fetch(upstream + url, { headers: kept });
      const type = answer.headers.get("content-type");
      response.writeHead(answer.status, type === null ? {} : { "content-type": type });
      if (answer.body) Readable.fromWeb(answer.body as never).pipe(response);
      else response.end();
    } catch {
      response.writeHead(502).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, asked, close: () => void server.close() };
}
