import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { watchBody } from "./watch-body.ts";

/** Sends the head of a request with a body of 1,000 bytes, then what `body` writes, and returns the whole response. */
async function send(write: (send: (text: string) => void) => void): Promise<string> {
  const server = createServer((request, response) => {
    watchBody(request, response, { minBytes: 100, windowMs: 50 });
    request.on("error", () => undefined);
    request.resume().on("end", () => response.end("whole"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 1000\r\n\r\n");
  write((text) => client.write(text));
  let answer = "";
  for await (const chunk of client) answer += String(chunk);
  await new Promise((resolve) => server.close(resolve));
  return answer;
}

test("a body that stands still or trickles is ended with 408, a whole one is answered", async () => {
  expect(await send((text) => text("x".repeat(10)))).toMatch(/^HTTP\/1.1 408 /);
  expect(await send((text) => text("x".repeat(1000)))).toMatch(/^HTTP\/1.1 200 .*whole$/s);
});
