import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { HOST_PATH } from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

/**
 * Requests must end at the host where they end here, whatever length the sender announces: two organizations that use the same host must not share a
 * connection's data.
 */
let server: TestServer;
let host: Server;
let sender: TestClient;
let neighbour: TestClient;
/** The requests as the host read them, in order, when each was complete. */
let asked: { request: string; key: string | undefined; body: string }[];

const ID = "00000000-0000-4000-8000-000000000000";
const SMUGGLED = "POST /assistant HTTP/1.1\r\nHost: host\r\nX-Smuggled: yes\r\nContent-Length: 400\r\n\r\n";

beforeAll(async () => {
  host = createServer((request, response) => {
    const { method, url, headers } = request;
    const seen = { request: `${method} ${url}`, key: headers.authorization, body: "" };
    asked.push(seen);
    request.on("data", (chunk) => (seen.body += chunk));
    // Answers without reading the body, as hosts do for these methods.
    if (method === "GET" || method === "DELETE") response.end("[]");
    else request.on("end", () => response.end("[]"));
  });
  await new Promise<void>((listening) => host.listen(0, "127.0.0.1", listening));
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  [sender, neighbour] = [await server.signUp(), await server.signUp()];
});

beforeEach(async () => {
  asked = [];
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  for (const [client, privateKey] of [
    [sender, "key-of-the-sender"],
    [neighbour, "key-of-the-neighbour"],
  ] as const)
    expect((await client.json("PUT", "/connection", { url, privateKey })).status).toBe(200);
  asked = [];
});

afterAll(async () => {
  await server?.close();
  host.closeAllConnections();
  host.close();
});

/** Sends the bytes unchanged and returns the whole response. */
async function sendRaw(method: string, path: string, headers: string[], body: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  const lines = [
    `${method} ${HOST_PATH}${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${sender.orgToken}`,
    "Connection: close",
    ...headers,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  return text(socket);
}

const chunked = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const of = (key: string, request: string, body = "") => ({ request, key: `Bearer ${key}`, body });

/** The following request is the neighbor's, complete and with only its own key. */
async function expectAsked(first: object): Promise<void> {
  expect((await neighbour.json("POST", `${HOST_PATH}/assistant`, { name: "Mine" })).body).toEqual([]);
  expect(asked).toEqual([first, of("key-of-the-neighbour", "POST /assistant", '{"name":"Mine"}')]);
}

test("a GET that announces a body owes the host none", async () => {
  const answer = await sendRaw("GET", "/assistant", ["Content-Length: 90"], "x".repeat(90));
  expect(answer).toContain("200 OK");
  await expectAsked(of("key-of-the-sender", "GET /assistant"));
});

test("the body of a DELETE that has none by the contract is not sent", async () => {
  await sendRaw("DELETE", `/assistant/${ID}`, ["Transfer-Encoding: chunked"], chunked(SMUGGLED));
  await expectAsked(of("key-of-the-sender", `DELETE /assistant/${ID}`));
});

test.each([
  ["in chunks", ["Transfer-Encoding: chunked"], chunked(SMUGGLED)],
  ["of a length", [`Content-Length: ${SMUGGLED.length}`], SMUGGLED],
])("the body of a DELETE that may have one, %s, stays a body", async (_how, headers, body) => {
  await sendRaw("DELETE", `/call/${ID}`, headers, body);
  await expectAsked(of("key-of-the-sender", `DELETE /call/${ID}`, SMUGGLED));
});

test("a DELETE that may have a body and has none is sent without", async () => {
  await sendRaw("DELETE", `/call/${ID}`, [], "");
  await expectAsked(of("key-of-the-sender", `DELETE /call/${ID}`));
});

test("no connection to the host is used twice", async () => {
  const ports: (number | undefined)[] = [];
  const note = ({ remotePort }: { remotePort?: number | undefined }) => ports.push(remotePort);
  host.on("connection", note);
  for (const client of [sender, neighbour, sender]) await client.json("GET", `${HOST_PATH}/assistant`);
  host.off("connection", note);
  expect(ports).toHaveLength(3);
});
