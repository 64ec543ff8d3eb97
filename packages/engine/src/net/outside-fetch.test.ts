import type { lookup } from "node:dns";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type LocalServer, startLocalServer } from "../testing/local-server.ts";
import { PrivateAddressError } from "./address-guard.ts";
import { createOutsideFetch } from "./outside-fetch.ts";

let server: LocalServer;
let port: number;
let reached: number;

beforeAll(async () => {
  server = await startLocalServer((_request, response) => {
    reached += 1;
    response.end("here");
  });
  ({ port } = server);
});
afterAll(() => server.close());
beforeEach(() => {
  reached = 0;
});

it.each(["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0.0.0.0"])(
  "%s is refused before anything is sent",
  async (host) => {
    await expect(createOutsideFetch()(`http://${host}:${port}/`)).rejects.toThrow(PrivateAddressError);
    await expect(createOutsideFetch()(`https://${host}:${port}/`)).rejects.toThrow(PrivateAddressError);
    expect(reached).toBe(0);
  },
);

it("a name is judged by what it resolves to at the moment of connecting", async () => {
  const answers = ["127.0.0.1", "10.0.0.7"];
  let asked = 0;
  const resolve = ((_host: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
    callback(null, [{ address: answers[asked++ % 2], family: 4 }]);
  }) as unknown as typeof lookup;
  const outside = createOutsideFetch(resolve);
  for (let n = 1; n <= 2; n += 1) {
    await expect(outside(`http://rebound.example:${port}/`)).rejects.toThrow(PrivateAddressError);
    expect([asked, reached]).toEqual([n, 0]);
  }
});
