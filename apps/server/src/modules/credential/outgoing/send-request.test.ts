import { randomUUID } from "node:crypto";
import type { BackoffPlan, CreateCredential } from "@callwright/contract";
import { PrivateAddressError } from "@callwright/engine";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { createOutsideNetwork, type OutsideNetwork } from "../../../platform/net/outside-network.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import { credentials } from "../service.ts";
import { longestMs, type RetriedRequest, retry as retryAny, retryRequest } from "./retry-request.ts";
import { type OutgoingRequest, sendRequest } from "./send-request.ts";
import { FAULTS, type LoopbackServer, startLoopbackServer } from "./testing/loopback-server.ts";

const caller: OrgCaller = { kind: "org", orgId: randomUUID(), role: "admin", tag: "private", userId: null, apiToken: null };
const open = createOutsideNetwork(true);
const guarded = createOutsideNetwork(false);

let server: TestServer;
let target: LoopbackServer;
let other: LoopbackServer;
let nowMs: number;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  open.close();
  guarded.close();
  await server.close();
});
beforeEach(async () => {
  nowMs = Date.parse("2026-11-21T12:00:00Z");
  target = await startLoopbackServer((response) => response.end("done"));
  other = await startLoopbackServer((response) => response.end("elsewhere"));
});
afterEach(async () => {
  await target.close();
  await other.close();
});

const contextWith = (network: OutsideNetwork, signal = new AbortController().signal) => ({
  ...server.context,
  now: () => new Date(nowMs),
  network,
  signal,
});
const get = (path: string, fields: Partial<RetriedRequest> = {}): RetriedRequest => ({
  method: "GET",
  url: new URL(path, target.origin),
  headers: {},
  body: "",
  timeoutMs: 5_000,
  maxBytes: 1024,
  ...fields,
});
const send = (request: OutgoingRequest, network = open) => sendRequest(contextWith(network), caller.orgId, request);
const makeCredential = async (config: object) =>
  (await credentials.create(server.context, caller, { provider: "webhook", ...config } as CreateCredential)).id;
const bearer = () => makeCredential({ authenticationPlan: { type: "bearer", token: "t-1" }, allowedOrigins: [target.origin] });

test("an answer has no secret of its request, and keeps what the conversation has chosen", async () => {
  target.answer = (response, { url, headers: { authorization, "x-shop-key": key, "x-place": place, "x-order": order } }) =>
    response.end(`Invalid token ${authorization?.split(" ")[1]} of ${authorization}, ${key}, ${place}, ${order} at ${url}`);
  const credentialId = await makeCredential({
    authenticationPlan: { type: "bearer", token: "tok-4711" },
    allowedOrigins: [target.origin],
  });
  const headers = { "x-shop-key": "open sesame", "x-place": "place-0123456789abc", "x-order": "order-0123456789abc" };
  const { text } = await send(get("/?api_key=k-123456", { credentialId, headers, chosen: ["order-0123456789abc"] }));
  expect(text).toBe("Invalid token ••• of •••, •••, •••, order-0123456789abc at /?api_key=•••");
});

describe("redirects", () => {
  test("are followed within the server with headers and credential, to another without", async () => {
    target.answer = (response, { url }) => {
      if (url === "/a") response.writeHead(302, { location: "/b" }).end();
      else if (url === "/b") response.writeHead(308, { location: `${other.origin}/c` }).end();
    };
    const answer = await send(get("/a", { headers: { "X-Shop": "7" }, credentialId: await bearer() }));
    expect(answer).toMatchObject({ status: 200, text: "elsewhere" });
    expect(target.arrived.map(({ headers }) => [headers["x-shop"], headers.authorization])).toEqual([
      ["7", "Bearer t-1"],
      ["7", "Bearer t-1"],
    ]);
    expect(other.arrived[0]).toMatchObject({ url: "/c" });
    expect(other.arrived[0]?.headers).not.toHaveProperty("x-shop");
    expect(other.arrived[0]?.headers).not.toHaveProperty("authorization");
  });

  test("of a request with a body keep it, or are not followed", async () => {
    target.answer = (response, { url }) => response.writeHead(url === "/a" ? 307 : 302, { location: `${other.origin}/b` }).end();
    const post = { method: "POST", body: '{"a":1}' };
    expect(await send(get("/a", post))).toMatchObject({ text: "elsewhere" });
    expect(other.arrived).toMatchObject([{ method: "POST", body: '{"a":1}' }]);
    expect(await send(get("/z", post))).toMatchObject({ status: 302 });
    expect(other.arrived).toHaveLength(1);
  });

  test("to a private address are refused, and so is a chain without end", async () => {
    const origin = new URL(target.origin).port;
    const firstHopOnly: OutsideNetwork = {
      allowsPrivate: true,
      request: (url, options) => (url.port === origin ? open : guarded).request(url, options),
      close: () => undefined,
    };
    target.answer = (response) => response.writeHead(302, { location: `${other.origin}/metadata` }).end();
    await expect(send(get("/"), firstHopOnly)).rejects.toBeInstanceOf(PrivateAddressError);
    expect(other.arrived).toEqual([]);
    target.answer = (response) => response.writeHead(302, { location: "/again" }).end();
    await expect(send(get("/"))).rejects.toThrow("more than 5 redirects");
    target.answer = (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end();
    expect(await send(get("/"))).toMatchObject({ status: 302 });
  });
});

describe("access tokens", () => {
  const oauth2 = (fields: object = {}) =>
    makeCredential({
      authenticationPlan: { type: "oauth2", url: `${target.origin}/token`, clientId: "c", clientSecret: "s", ...fields },
      allowedOrigins: [target.origin],
    });
  const tokensAsked = () => target.arrived.filter(({ url }) => url === "/token").length;
  /** Issues `token-1`, `token-2` …, and accepts those for which `isGood` holds. */
  function issueTokens(isGood: (token: string) => boolean, lifetime?: number) {
    target.answer = (response, { url, headers }) => {
      const issued = `token-${tokensAsked()}`;
      if (url === "/token") response.end(JSON.stringify({ access_token: issued, expires_in: lifetime }));
      else response.writeHead(isGood(String(headers.authorization)) ? 200 : 401).end(headers.authorization);
    };
  }

  test("are used until shortly before they expire, and not when the clock was set back", async () => {
    issueTokens(() => true, 100);
    const credentialId = await oauth2();
    const ask = async () => {
      await send(get("/", { credentialId }));
      return target.arrived.at(-1)?.headers.authorization;
    };
    expect([await ask(), await ask()]).toEqual(["Bearer token-1", "Bearer token-1"]);
    nowMs += 69_000;
    expect(await ask()).toBe("Bearer token-1");
    nowMs += 2_000;
    expect(await ask()).toBe("Bearer token-2");
    nowMs -= 3_600_000;
    expect(await ask()).toBe("Bearer token-3");
  });

  test("are renewed once when the server refuses them, and after a change of the credential", async () => {
    issueTokens((token) => token === "Bearer token-2");
    const credentialId = await oauth2();
    expect(await send(get("/", { credentialId }))).toMatchObject({ status: 200 });
    expect(target.arrived.at(-1)?.headers.authorization).toBe("Bearer token-2");
    issueTokens(() => false);
    expect(await send(get("/", { credentialId }))).toMatchObject({ status: 401 });
    expect(tokensAsked()).toBe(3);
    issueTokens(() => true);
    const changed = { authenticationPlan: { type: "oauth2", url: `${target.origin}/token`, clientId: "d", clientSecret: "s" } };
    await credentials.update({ ...server.context, now: () => new Date(nowMs + 1) }, caller, credentialId, changed);
    await send(get("/", { credentialId }));
    expect(target.arrived.findLast(({ url }) => url === "/token")?.body).toContain("client_id=d");
  });
});

describe("retries", () => {
  const plan = (fields: Partial<BackoffPlan> = {}): BackoffPlan => ({
    type: "fixed",
    maxRetries: 3,
    baseDelaySeconds: 0.01,
    ...fields,
  });
  const retry = (fields: Partial<RetriedRequest>, signal?: AbortSignal) =>
    retryRequest(contextWith(open, signal), caller.orgId, get("/", { timeoutMs: 300, ...fields }), () => 1);

  test.each(["slow", "dropped before its answer", "killed in the middle", "status 500", "status 429"] as const)(
    "a server that was %s is asked again",
    async (fault) => {
      target.answer = (response) => (target.arrived.length < 3 ? FAULTS[fault](response) : response.end("at last"));
      expect(await retry({ backoffPlan: plan() })).toMatchObject({ status: 200, text: "at last" });
      expect(target.arrived).toHaveLength(3);
    },
  );

  test("none without a plan, of an excluded status, and after the last one", async () => {
    target.answer = FAULTS["status 500"];
    expect(await retry({})).toMatchObject({ status: 500 });
    expect(await retry({ backoffPlan: plan({ excludedStatusCodes: [500] }) })).toMatchObject({ status: 500 });
    expect(target.arrived).toHaveLength(2);
    expect(await retry({ backoffPlan: plan({ maxRetries: 2 }) })).toMatchObject({ status: 500 });
    expect(target.arrived).toHaveLength(5);
  });

  test("wait as long as the server asks, and not at all for longer than a minute", async () => {
    const steps: (string | number)[] = [];
    const askBusy = (retryAfter: string) =>
      retryAny({
        backoffPlan: plan({ maxRetries: 1 }),
        signal: new AbortController().signal,
        now: () => new Date(nowMs),
        wait: async (ms) => void steps.push(ms),
        send: async () => {
          steps.push("asked");
          return { status: 503 };
        },
        retryAfterOf: () => retryAfter,
      });
    expect(await askBusy("1")).toEqual({ status: 503 });
    expect(steps.splice(0)).toEqual(["asked", 1_000, "asked"]);
    await askBusy(new Date(nowMs + 60_000).toUTCString());
    expect(steps.splice(0)).toEqual(["asked", 60_000, "asked"]);
    await askBusy(new Date(nowMs + 3_600_000).toUTCString());
    expect(steps).toEqual(["asked"]);
  });

  test("end with the conversation", async () => {
    target.answer = FAULTS["status 500"];
    const stop = new AbortController();
    const asked = retry({ backoffPlan: plan({ baseDelaySeconds: 10 }) }, stop.signal);
    await expect.poll(() => target.arrived.length).toBe(1);
    stop.abort();
    await expect(asked).rejects.toThrow();
    expect(target.arrived).toHaveLength(1);
  });

  test("the longest time has every attempt and every wait", () => {
    expect(longestMs({ timeoutMs: 1_000 })).toBe(1_000);
    expect(longestMs({ timeoutMs: 1_000, backoffPlan: plan({ maxRetries: 2, baseDelaySeconds: 1 }) })).toBe(5_500);
    const exponential = plan({ type: "exponential", maxRetries: 2, baseDelaySeconds: 1 });
    expect(longestMs({ timeoutMs: 1_000, backoffPlan: exponential })).toBe(6_750);
  });
});
