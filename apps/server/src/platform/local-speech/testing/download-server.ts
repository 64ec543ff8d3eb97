import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A file server that behaves like release hosts: HTTP/1.1 with ranges (RFC 9110, section 14), redirects to a file's real address, 404, and network
 * failures.
 */
export interface DownloadServer {
  /** With a trailing slash. */
  url: string;
  /** By name. Change them as you like. */
  files: Map<string, Buffer>;
  /** Every request: the name of its file, and its Range header. */
  requests: { name: string; range: string | undefined }[];
  behavior: {
    /** Whether it supports ranges. Otherwise it answers with the whole file. */
    ranges: boolean;
    /** The next longer response is cut after this many bytes, with its connection. Once. */
    cutAfterBytes?: number | undefined;
    /** Responses pause after this many bytes until `release` is called. */
    holdAfterBytes?: number | undefined;
    /** Answered in place of any file. */
    status?: number | undefined;
  };
  /** Lets held responses go on. */
  release(): void;
  close(): Promise<void>;
}

export async function startDownloadServer(files: Record<string, Buffer> = {}): Promise<DownloadServer> {
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const self: DownloadServer = {
    url: "",
    files: new Map(Object.entries(files)),
    requests: [],
    behavior: { ranges: true },
    release() {
      self.behavior.holdAfterBytes = undefined;
      for (const goOn of held.splice(0)) goOn();
    },
    async close() {
      self.release();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { behavior } = self;
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    // Releases live behind a redirect, as GitHub's do.
    if (name.startsWith("moved/")) {
      response.writeHead(302, { location: `/${name.slice("moved/".length)}` }).end();
      return;
    }
    self.requests.push({ name, range: request.headers.range });
    const file = self.files.get(name);
    if (behavior.status !== undefined || !file) {
      response.writeHead(behavior.status ?? 404, { "content-type": "text/plain" }).end("No such file.");
      return;
    }
    const from = behavior.ranges ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0) : 0;
    if (from >= file.length) {
      response.writeHead(416, { "content-range": `bytes */${file.length}` }).end();
      return;
    }
    const body = file.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      "content-length": body.length,
      "content-type": "application/octet-stream",
      ...(behavior.ranges ? { "accept-ranges": "bytes" } : {}),
      ...(from > 0 ? { "content-range": `bytes ${from}-${file.length - 1}/${file.length}` } : {}),
    });
    const cut = behavior.cutAfterBytes;
    if (cut !== undefined && body.length > cut) {
      behavior.cutAfterBytes = undefined;
      response.write(body.subarray(0, cut), () => response.destroy());
      return;
    }
    const hold = behavior.holdAfterBytes;
    if (hold === undefined || body.length <= hold) {
      response.end(body);
      return;
    }
    response.write(body.subarray(0, hold));
    await new Promise<void>((resolve) => held.push(resolve));
    response.end(body.subarray(hold));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return self;
}
