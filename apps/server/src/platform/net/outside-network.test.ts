import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PrivateAddressError } from "@callwright/engine";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOutsideNetwork, type OutsideNetwork } from "./outside-network.ts";

let server: Server;
let port: number;
let reached: number;
let connected: number;

beforeEach(async () => {
  reached = 0;
  connected = 0;
  server = createServer((_request, response) => {
    reached += 1;
    response.end("here");
  });
  server.on("connection", () => {
    connected += 1;
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The status of the answer, or what went wrong. */
function ask(network: OutsideNetwork, url: string): Promise<unknown> {
  return new Promise((answered) => {
    const request = network.request(new URL(url), { method: "GET" });
    request.on("response", (response) => answered(response.resume().statusCode));
    request.on("error", answered);
    request.end();
  }).finally(() => network.close());
}

test.each(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"])(
  "%s is refused before anybody is connected to",
  async (host) => {
    expect(await ask(createOutsideNetwork(false), `http://${host}:${port}/`)).toBeInstanceOf(PrivateAddressError);
    // Connections are taken in order: this one comes after any that the refused request made.
    expect(await ask(createOutsideNetwork(true), `http://127.0.0.1:${port}/`)).toBe(200);
    expect([connected, reached]).toEqual([1, 1]);
  },
);

test("a private address is reached when the operator allows it", async () => {
  expect(await ask(createOutsideNetwork(true), `http://127.0.0.1:${port}/`)).toBe(200);
});

test("a name that resolves to a private address is refused, at the moment of connecting", async () => {
  let asked = 0;
  const resolve = ((_host: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
    asked += 1;
    callback(null, [{ address: "127.0.0.1", family: 4 }]);
  }) as unknown as Parameters<typeof createOutsideNetwork>[1];
  const network = createOutsideNetwork(false, resolve);
  expect(await ask(network, `http://rebound.example:${port}/`)).toBeInstanceOf(PrivateAddressError);
  expect([asked, reached]).toEqual([1, 0]);
});

test("a name that is public when it is checked and private at the next look-up is looked up once, and connected to where it was public", async () => {
  const answers = ["198.41.0.4", "127.0.0.1"];
  let asked = 0;
  const resolve = ((_host: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
    const address = answers[asked++];
    setImmediate(() => callback(null, [{ address, family: 4 }]));
  }) as unknown as Parameters<typeof createOutsideNetwork>[1];
  const network = createOutsideNetwork(false, resolve);
  const request = network.request(new URL(`http://rebound.example:${port}/`), { method: "GET" });
  const target = await new Promise((found) => {
    request.on("error", () => {});
    request.on("socket", (socket) =>
      socket.on("lookup", (_error, address) => {
        // Before a byte is sent to the public address.
        socket.destroy();
        found(address);
      }),
    );
    request.end();
  });
  network.close();
  expect([target, asked, connected]).toEqual(["198.41.0.4", 1, 0]);
});
