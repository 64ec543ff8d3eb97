import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server message as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  message: { type: string; [field: string]: unknown };
}

/** How a request is answered. Default: status 200, at once. */
export type Answer = (received: Received, response: ServerResponse) => void;

export interface WebhookReceiver {
  url: string;
  /** In the order of arrival. */
  received: Received[];
  types(): string[];
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

/** A server of somebody, on a loopback port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const ok: Answer = (_received, response) => response.end("ok");
  const received: Received[] = [];
  let answer = ok;
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const arrived = { headers: request.headers, ...(JSON.parse(body) as Pick<Received, "message">) };
      received.push(arrived);
      answer(arrived, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    types: () => received.map(({ message }) => message.type),
    answerWith: (next) => {
      answer = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
