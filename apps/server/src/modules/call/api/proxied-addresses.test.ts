import type { Call } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";

let setup: CallServer;
beforeAll(async () => {
  setup = await startCallServer({ trustProxy: true, orgConcurrentCalls: 1000 });
});
afterAll(() => setup.server.close());

/** As a proxy that terminates TLS passes requests on. */
const PROXY = { "x-forwarded-proto": "https", "x-forwarded-host": "voice.test", "content-type": "application/json" };

async function ask<Body>(method: string, path: string, body?: object): Promise<Body> {
  const response = await setup.client.fetch(path, { method, headers: PROXY, ...(body && { body: JSON.stringify(body) }) });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as Body;
}

/** Every address in an answer, with the names that lead to it. */
function addressesIn(value: unknown, path = ""): [path: string, address: string][] {
  if (typeof value === "string") return /^(?:https?|wss?):\/\//.test(value) ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => addressesIn(each, `${path}.${name}`));
}

test("behind a proxy with TLS, every address of a call is https or wss, at the proxy", async () => {
  const web = await ask<Call>("POST", "/call/web", { assistant: { name: "Riley" } });
  const program = await ask<Call>("POST", "/call", { assistant: {}, transport: { provider: "vapi.websocket" } });
  setup.pool.join(web.id);
  await expect.poll(async () => (await ask<Call>("GET", `/call/${web.id}`)).status).toBe("in-progress");
  const running = await ask<Call>("GET", `/call/${web.id}`);
  setup.pool.end(web.id, "customer-ended-call");
  await expect.poll(async () => (await ask<Call>("GET", `/call/${web.id}`)).artifact?.recordingUrl).toBeDefined();
  const ended = await ask<Call>("GET", `/call/${web.id}`);
  const listed = await ask<Call[]>("GET", "/call");
  const described = await ask<object>("GET", "/openapi.json");

  const found = addressesIn({ web, program, running, ended, listed });
  const names = found.map(([path]) => path);
  for (const name of [
    ".web.webCallUrl",
    ".web.transport.callUrl",
    ".program.transport.websocketCallUrl",
    ".running.monitor.listenUrl",
    ".running.monitor.controlUrl",
    ".ended.artifact.recordingUrl",
  ])
    expect(names).toContain(name);
  for (const [path, address] of found) expect(address, path).toMatch(/^(?:https|wss):\/\/voice\.test\//);
  expect(JSON.stringify((described as { servers?: unknown }).servers ?? [])).not.toContain("http:");
});
