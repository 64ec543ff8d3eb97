import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

/** A request that Node cannot parse gets the same error body as every other failure. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The server's answer to these bytes, until it closes the connection. */
function answerTo(bytes: string): Promise<{ head: string; body: unknown }> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = text.split("\r\n\r\n");
      resolve({ head, body: JSON.parse(body) });
    });
  });
}

test("headers beyond Node's limit", async () => {
  const { head, body } = await answerTo(`GET /assistant HTTP/1.1\r\nHost: here\r\nCookie: ${"c".repeat(20_000)}\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large\r\nContent-Type: application\/json/);
  expect(body).toMatchObject({ statusCode: 431, code: "headers-too-large", message: expect.stringContaining("16384 bytes") });
});

test("bytes that are no HTTP", async () => {
  const { head, body } = await answerTo("HELO mail\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1.1 400 Bad Request/);
  expect(body).toMatchObject({ statusCode: 400, code: "request-unreadable" });
});
