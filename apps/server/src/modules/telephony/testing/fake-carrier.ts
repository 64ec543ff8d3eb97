import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface FakeCall {
  /** So much time passes. True when it has rung for too long. */
  ringFor(ms: number): boolean;
  drop(): void;
}

/** The API of a carrier on 127.0.0.1, and its calls. */
export async function startFakeCarrier<Call extends FakeCall>(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => Promise<void>,
) {
  const calls: Call[] = [];
  const underWay = new Set<Promise<unknown>>();
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += chunk;
      await answer(request, body, response);
    })().catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Work that is waited for before time passes. */
    track<T>(work: Promise<T>): Promise<T> {
      underWay.add(work);
      void work.catch(() => {}).finally(() => underWay.delete(work));
      return work;
    },
    async pass(ms: number): Promise<void> {
      for (let left = ms; ; left = 0) {
        while (underWay.size > 0) await Promise.allSettled(underWay);
        if (calls.map((call) => call.ringFor(left)).every((rung) => !rung)) return;
      }
    },
    async close(): Promise<void> {
      for (const call of calls) call.drop();
      await Promise.allSettled(underWay);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
