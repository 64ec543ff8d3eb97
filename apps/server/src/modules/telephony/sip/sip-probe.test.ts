import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterEach, beforeEach, expect, it } from "vitest";
import { askSip, probeSip, seenAs } from "./sip-probe.ts";

let server: Socket;
let port: number;
let requests: string[];
/** The answers to a request, with `VIA` for its header. */
let answers: string[];

beforeEach(async () => {
  requests = [];
  answers = [];
  server = createSocket("udp4");
  server.on("message", (data, from) => {
    const request = data.toString();
    requests.push(request);
    const via = /^Via: (.*)$/m.exec(request)?.[1] ?? "";
    for (const answer of answers) server.send(answer.replaceAll("VIA", via).replaceAll("\n", "\r\n"), from.port, from.address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  port = server.address().port;
});
afterEach(() => void server.close());

it("is true for a final answer from 200 to 299, and for no other", async () => {
  answers = ["SIP/2.0 100 Trying\nVia: VIA\n\n", "SIP/2.0 200 OK\nVia: VIA\n\n"];
  expect(await probeSip("127.0.0.1", port)).toBe(true);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatch(/^OPTIONS sip:127\.0\.0\.1:\d+ SIP\/2\.0\r\n/);
  answers = ["SIP/2.0 480 Not Registered\nVia: VIA\n\n"];
  expect(await probeSip("127.0.0.1", port)).toBe(false);
});

it("asks again when a message is lost, and is false without an answer to its own request", async () => {
  answers = ["SIP/2.0 200 OK\nVia: SIP/2.0/UDP 127.0.0.1;branch=z9hG4bKother\n\n", "not SIP", "SIP/2.0 100 Trying\nVia: VIA\n\n"];
  expect(await probeSip("127.0.0.1", port)).toBe(false);
  expect(requests.length).toBeGreaterThan(1);
  expect(new Set(requests.map((request) => /branch=(\w+)/.exec(request)?.[1])).size).toBe(1);
});

it("is false where no program listens, and for a name that does not exist", async () => {
  const free = createSocket("udp4");
  free.bind(0, "127.0.0.1");
  await once(free, "listening");
  const closed = free.address().port;
  free.close();
  expect(await probeSip("127.0.0.1", closed)).toBe(false);
  expect(await probeSip("callwright.invalid", 5060)).toBe(false);
});

it("reads the headers of an answer and how the sender is seen, also with short names of headers", async () => {
  answers = ["SIP/2.0 200 OK\nv: VIA;received=203.0.113.5\nm: <sip:a@192.0.2.1>\nContact: <sip:b@192.0.2.2>;expires=60\n\n"];
  const answer = await askSip({ method: "REGISTER", address: "127.0.0.1", port, headers: { "X-Note": "a note" } });
  expect(requests[0]).toContain("\r\nX-Note: a note\r\n");
  expect(answer?.headers.get("contact")).toEqual(["<sip:a@192.0.2.1>", "<sip:b@192.0.2.2>;expires=60"]);
  expect(answer && seenAs(answer)).toBe("203.0.113.5");
});
