import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

/** An address of this machine that others can reach, when it has one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === "IPv4" && !address.internal)?.address;

let server: TestServer;
let published: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { host: undefined } });
  published = await startTestServer({ config: { publicUrl: "https://voice.example.com" } });
  await server.context.mailer.sendMail({
    to: "ada@example.com",
    subject: "<b>Hello</b>",
    text: 'At http://localhost. Open https://example.com/a?b="c" now',
  });
});
afterAll(() => Promise.all([server.close(), published.close()]));

/** `fetch` sets the host itself, so plain HTTP is used. */
async function read(headers: Record<string, string> = {}, { port } = server, host = "127.0.0.1") {
  const sent = request({ host, port, path: "/dev/outbox", headers }).end();
  const [response] = await once(sent, "response");
  return { status: response.statusCode as number, headers: response.headers, body: await text(response) };
}

describe("the outbox", () => {
  test("is a page for people on this machine, in which nothing runs", async () => {
    const { status, headers, body } = await read();
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "content-type": expect.stringContaining("text/html"), "cache-control": "no-store" });
    expect(headers["content-security-policy"]).toContain("script-src 'self'");
    expect(body).toContain("&lt;b&gt;Hello&lt;/b&gt;");
    expect(body).toContain("To ada@example.com");
    expect(body).toContain('<a href="https://example.com/a?b=&quot;c&quot;">');
    expect(body).toContain('<a href="http://localhost">http://localhost</a>. Open');
    expect(body).not.toContain("<script");
  });

  test("is JSON for who asks for it", async () => {
    const { body } = await read({ accept: "application/json" });
    expect(JSON.parse(body)).toMatchObject([{ to: "ada@example.com", subject: "<b>Hello</b>" }]);
  });

  test.each(["localhost", "127.0.0.1:3000", "[::1]:3000"])("answers at %s", async (host) => {
    expect((await read({ host })).status).toBe(200);
  });

  test.each(["evil.example", "localhost.evil.example", "10.0.0.5:3000", "voice.example.com"])(
    "is not there at %s, which may be anybody's name for this machine",
    async (host) => {
      const { status, body } = await read({ host });
      expect(status).toBe(404);
      expect(body).not.toContain("ada@example.com");
    },
  );

  test.each([
    ["x-forwarded-for", "127.0.0.1"],
    ["x-forwarded-proto", "https"],
    ["x-forwarded-host", "localhost"],
    ["forwarded", "for=127.0.0.1"],
    ["x-real-ip", "127.0.0.1"],
    ["via", "1.1 proxy"],
  ])("is not there behind a proxy that says %s: %s", async (name, value) => {
    expect((await read({ [name]: value })).status).toBe(404);
  });

  test("is not there over HTTP/1.0, which nginx speaks when it rewrites the host and adds no header", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.end("GET /dev/outbox HTTP/1.0\r\nHost: 127.0.0.1:3000\r\nConnection: close\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 404/);
    expect(answer).not.toContain("ada@example.com");
  });

  test.skipIf(!outside)("is not there for another machine", async () => {
    expect((await read({ host: "localhost" }, server, outside)).status).toBe(404);
  });

  test("is not there on a server with a public address", async () => {
    expect((await read({}, published)).status).toBe(404);
  });
});
