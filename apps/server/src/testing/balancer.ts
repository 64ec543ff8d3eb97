import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A load balancer: nodes in turn. A request that a node answers with 503, or not at all, goes to the next node. */
export async function startBalancer(nodes: readonly string[]) {
  let turn = 0;

  async function serve(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const first = turn++;
    for (let index = 0; index < nodes.length; index++) {
      const answer = await forward(nodes[(first + index) % nodes.length] ?? "", asked, body);
      if (!answer || (answer.statusCode === 503 && index < nodes.length - 1)) {
        answer?.resume();
        continue;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return;
    }
    response.writeHead(502).end();
  }

  const server = createServer((asked, response) => {
    serve(asked, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** Undefined when the node is away. */
function forward(node: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage | undefined> {
  return new Promise((resolve) => {
    const asking = request(node + url, { method, headers: { ...headers, connection: "close" } }, resolve);
    asking.once("error", () => resolve(undefined));
    asking.end(body);
  });
}
