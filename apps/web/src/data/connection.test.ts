import { expect, test } from "vitest";
import { createConnection } from "./connection.ts";

/** A server that is up or down at will, and a clock that moves when the test says. */
function setUp() {
  const server = { up: true, answer: () => new Response("{}", { headers: { "content-type": "application/json" } }) };
  const probes: Array<() => void> = [];
  const connection = createConnection({
    baseUrl: "http://server",
    fetch: async () => {
      if (!server.up) throw new TypeError("fetch failed");
      return server.answer();
    },
    wait: () => new Promise((resolve) => probes.push(resolve)),
  });
  const changed = () =>
    new Promise<void>((resolve) => {
      const stop = connection.subscribe(() => {
        stop();
        resolve();
      });
    });
  return { server, probes, connection, changed };
}

test("down with the first request that gets no answer, up when /health answers", async () => {
  const { server, probes, connection, changed } = setUp();
  await connection.fetch("http://server/org");
  expect(connection.state()).toBe("up");
  server.up = false;
  await expect(connection.fetch("http://server/org")).rejects.toThrow("fetch failed");
  await expect(connection.fetch("http://server/org")).rejects.toThrow("fetch failed");
  expect(connection.state()).toBe("down");
  expect(probes).toHaveLength(1);
  server.up = true;
  const up = changed();
  probes[0]?.();
  await up;
  expect(connection.state()).toBe("up");
});

test("a proxy's own 502 is down, the platform's own 503 is not", async () => {
  const { server, connection } = setUp();
  server.answer = () =>
    new Response('{"message":"no call host"}', { status: 503, headers: { "content-type": "application/json" } });
  await connection.fetch("http://server/call/web");
  expect(connection.state()).toBe("up");
  server.answer = () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } });
  await connection.fetch("http://server/call/web");
  expect(connection.state()).toBe("down");
});

test("a request that its caller gave up says nothing about the server", async () => {
  const { server, connection } = setUp();
  server.up = false;
  await expect(connection.fetch("http://server/org", { signal: AbortSignal.abort() })).rejects.toThrow();
  expect(connection.state()).toBe("up");
});
