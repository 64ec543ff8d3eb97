import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOutsideNetwork } from "../net/outside-network.ts";
import { fetchKeySet } from "./fetch-key-set.ts";
import { createOrgKeyReader } from "./org-key-reader.ts";
import type { KeySetRow } from "./stores/key-sets.ts";

/** A real server that is as slow as it likes. Time passes when a test says so: no test waits for five seconds, and none for thirty. */

const network = createOutsideNetwork(true);
let host: Server;
let url: URL;
let key: JWK;
let answer: (response: ServerResponse) => void;
let asked: number;

beforeAll(async () => {
  key = { ...(await exportJWK((await generateKeyPair("ES256", { extractable: true })).publicKey)), kid: "k1" };
  host = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  url = new URL(`http://127.0.0.1:${(host.address() as AddressInfo).port}/jwks.json`);
});
afterAll(() => {
  network.close();
  host.closeAllConnections();
  host.close();
});
beforeEach(() => {
  asked = 0;
  answer = (response) => response.end(JSON.stringify({ keys: [key] }));
});

/** Timeouts that the test ends. */
function heldTimeouts() {
  const began: { ms: number; end: () => void }[] = [];
  const signalAfter = (ms: number) => {
    const controller = new AbortController();
    began.push({ ms, end: () => controller.abort() });
    return controller.signal;
  };
  return { began, signalAfter };
}

/** A request that arrived and is not answered. */
function arrival() {
  let resolve: (response: ServerResponse) => void = () => undefined;
  const promise = new Promise<ServerResponse>((arrived) => {
    resolve = arrived;
  });
  return { promise, resolve };
}

const TOO_SLOW = { code: "host-unreachable", message: expect.stringContaining("it took longer than 5 s") };

test.each<[string, (response: ServerResponse) => void]>([
  ["says nothing", () => undefined],
  ["begins, and does not go on", (response) => void response.writeHead(200).flushHeaders()],
  ["sends one letter after the other", (response) => void response.writeHead(200).write('{"keys":[')],
])("a server that %s is given up after 5,000 ms, and its connection is closed", async (_, stall) => {
  const { began, signalAfter } = heldTimeouts();
  const { promise: arrived, resolve } = arrival();
  answer = (response) => {
    stall(response);
    resolve(response);
  };
  const fetched = fetchKeySet(network, url, signalAfter).catch((error: unknown) => error);
  const response = await arrived;
  const closed = once(response, "close");
  expect(began.map(({ ms }) => ms)).toEqual([5_000]);
  began[0]?.end();
  expect(await fetched).toMatchObject(TOO_SLOW);
  await closed;
});

test("one that answers before that is believed, however slow it was", async () => {
  const { began, signalAfter } = heldTimeouts();
  const { promise: arrived, resolve } = arrival();
  answer = resolve;
  const fetched = fetchKeySet(network, url, signalAfter);
  const response = await arrived;
  response.write('{"keys":[');
  response.end(`${JSON.stringify(key)}]}`);
  expect(await fetched).toEqual([key]);
  began[0]?.end();
});

test("without a test's clock the time-out runs by itself", async () => {
  answer = () => undefined;
  // The platform's own, a hundred times as fast.
  const hurried = (ms: number) => AbortSignal.timeout(ms / 100);
  await expect(fetchKeySet(network, url, hurried)).rejects.toMatchObject(TOO_SLOW);
});

test("keys are kept for 600,000 ms, read again no sooner than 30,000 ms after the last reading, and a slow server is given up each time", async () => {
  let nowMs = 0;
  const { began, signalAfter } = heldTimeouts();
  const readKeys = (at: URL) => fetchKeySet(network, at, signalAfter);
  const read = createOrgKeyReader({ readKeys, log: pino({ level: "silent" }), now: () => new Date(nowMs) });
  const keySet = { id: "one", jwksUrl: url.href, keys: null } as unknown as KeySetRow;
  const kept = () => read(keySet, { fresh: false });
  const fresh = () => read(keySet, { fresh: true });
  /** A read that the server lets hang until its timeout. */
  const giveUp = async (reading: () => Promise<unknown>) => {
    const { promise: arrived, resolve } = arrival();
    answer = resolve;
    const failed = reading().catch((error: unknown) => error);
    await arrived;
    began.at(-1)?.end();
    expect(await failed).toMatchObject(TOO_SLOW);
  };
  const healthy = answer;

  await giveUp(kept);
  answer = healthy;
  nowMs = 29_999;
  await expect(kept()).rejects.toMatchObject(TOO_SLOW);
  expect(asked).toBe(1);
  nowMs = 30_000;
  await kept();
  expect(asked).toBe(2);

  nowMs += 29_999;
  await fresh();
  expect(asked).toBe(2);
  nowMs += 1;
  await fresh();
  expect(asked).toBe(3);

  nowMs += 599_999;
  await kept();
  expect(asked).toBe(3);
  // While the read hangs, kept keys are used until they are too old.
  await giveUp(fresh);
  await kept();
  expect(asked).toBe(4);
  nowMs += 1;
  await expect(kept()).rejects.toMatchObject(TOO_SLOW);
  expect(asked).toBe(4);
  nowMs += 29_999;
  answer = healthy;
  await kept();
  expect(asked).toBe(5);
  expect(new Set(began.map(({ ms }) => ms))).toEqual(new Set([5_000]));
});
