import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { closingRigs } from "./testing/closing-rigs.ts";
import { mutate, watch } from "./testing/watching.ts";

const start = closingRigs();

/** Sends an upgrade with this `Sec-WebSocket-Extensions`. Undefined for a client without the header. */
async function upgrade(url: string, offer: string | undefined, headers: Readonly<Record<string, string>> = {}) {
  const sent = request(`${url}/api/1.48.0/sync`, {
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
      ...(offer === undefined ? {} : { "sec-websocket-extensions": offer }),
      ...headers,
    },
  });
  sent.end();
  const [response, socket] = (await Promise.race([once(sent, "upgrade"), once(sent, "response")])) as [IncomingMessage, Socket?];
  socket?.destroy();
  response.resume();
  return { status: response.statusCode, extensions: response.headers["sec-websocket-extensions"] };
}

const AGREED = "permessage-deflate; client_no_context_takeover; server_max_window_bits=13";

it.each([
  ["Chromium", "permessage-deflate; client_max_window_bits", `${AGREED}; client_max_window_bits=10`],
  ["Firefox, and Safari since 15", "permessage-deflate", AGREED],
  ["Safari before 15", "x-webkit-deflate-frame", undefined],
  ["a client without an offer", undefined, undefined],
  [
    "a client that limits its own window to less",
    "permessage-deflate; client_max_window_bits=9",
    `${AGREED}; client_max_window_bits=9`,
  ],
  ["a client that limits the server's window to less", "permessage-deflate; server_max_window_bits=9", undefined],
  ["a client with a second choice", "permessage-deflate; server_max_window_bits=9, permessage-deflate", AGREED],
])("the offer of %s is answered", async (_client, offer, extensions) => {
  const { url } = await start();
  const answer = await upgrade(url, offer);
  const sorted = (header: string | undefined) => header?.split("; ").toSorted();
  expect({ ...answer, extensions: sorted(answer.extensions) }).toEqual({ status: 101, extensions: sorted(extensions) });
});

it("an upgrade that is invalid for another reason is refused", async () => {
  const { url } = await start();
  expect(await upgrade(url, "permessage-deflate", { "sec-websocket-key": "too short" })).toEqual({ status: 400 });
});

it("text is compressed both ways for a client that offers as Firefox does", async () => {
  const sockets: WebSocket[] = [];
  class FirefoxSocket extends WebSocket {
    constructor(url: string) {
      // The types do not know that `false` is possible.
      const clientMaxWindowBits = false as unknown as number;
      super(url, { perMessageDeflate: { clientMaxWindowBits, threshold: 0 } });
      sockets.push(this);
    }
  }
  const rig = await start({ limits: { deflateFromBytes: 0 } });
  const client = rig.client({ webSocketConstructor: FirefoxSocket as unknown as typeof globalThis.WebSocket });
  // The second half refers to the first, 30 kB before.
  const text = randomBytes(15_000).toString("hex").repeat(2);
  await mutate(client, "items:add", { list: "a", text });
  const { values } = watch(client, "items:list", { list: "a" });
  await expect.poll(() => values).toEqual([[text]]);
  expect(sockets.map(({ extensions }) => extensions)).toEqual(["permessage-deflate"]);
});
