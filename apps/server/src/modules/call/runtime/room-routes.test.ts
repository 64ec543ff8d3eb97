import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Call, ErrorBody } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { type CallServer, startCallServer } from "./testing/call-server.ts";
import { fakeOffer } from "./testing/fake-call-host-pool.ts";
import { firstWebmPiece, WEBM_START_BYTES } from "./testing/webm-piece.ts";

let setup: CallServer;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  setup = await startCallServer();
  ({ server, client } = setup);
});
afterAll(() => server.close());

test("a public route answers a page of another origin; the room does too", async () => {
  const { webCallUrl = "" } = await setup.createCall();
  const headers = {
    origin: "https://shop.example.com",
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type",
  };
  for (const url of [`${server.url}/call/web`, webCallUrl]) {
    const preflight = await fetch(url, { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("content-type");
  }
});

const sendOffer =
  (method: "POST" | "PATCH") =>
  (url: string | URL, body = fakeOffer(), contentType = "application/sdp") =>
    fetch(url, { method, headers: { "content-type": contentType, origin: "https://shop.example.com" }, body });
const offerTo = sendOffer("POST");
const restart = sendOffer("PATCH");
const sessionOf = (answer: Response, webCallUrl: string) => new URL(answer.headers.get("location") ?? "", webCallUrl);

test("a room answers an offer, and its session is hung up by DELETE", async () => {
  const { id, webCallUrl = "" } = await setup.createCall();
  const answer = await offerTo(webCallUrl);
  expect(answer.status).toBe(201);
  expect(answer.headers.get("content-type")).toBe("application/sdp");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-expose-headers")).toContain("Location");
  expect(await answer.text()).toContain("a=setup:active");
  const session = sessionOf(answer, webCallUrl);

  setup.pool.join(id);
  const wrong = new URL(session);
  wrong.searchParams.set("secret", "wrong");
  expect((await fetch(wrong, { method: "DELETE" })).status).toBe(404);
  expect((await restart(wrong)).status).toBe(404);
  expect((await fetch(session, { method: "DELETE" })).status).toBe(200);
  expect((await client.json<Call>("GET", `/call/${id}`)).body).toMatchObject({
    status: "ended",
    endedReason: "customer-ended-call",
  });
  expect((await fetch(session, { method: "DELETE" })).status).toBe(200);
  for (const refused of [await offerTo(webCallUrl), await restart(session)])
    expect(await refused.json()).toMatchObject({ statusCode: 409, code: "call-not-joinable" });
});

test("a session finds another path by PATCH, until another session has taken the call over", async () => {
  const { id, webCallUrl = "" } = await setup.createCall();
  const first = sessionOf(await offerTo(webCallUrl), webCallUrl);
  setup.pool.join(id);
  const patched = await restart(first);
  expect([patched.status, patched.headers.get("content-type")]).toEqual([200, "application/sdp"]);
  expect(await patched.text()).toContain("a=setup:active");
  expect((await restart(first, "hello")).status).toBe(400);
  expect((await restart(first, fakeOffer(), "application/json")).status).toBe(415);

  const second = sessionOf(await offerTo(webCallUrl), webCallUrl);
  expect(second.pathname).not.toBe(first.pathname);
  expect(await (await restart(first)).json()).toMatchObject({ statusCode: 409, code: "call-taken-over" });
  // The first page leaves, but it can no longer release the room.
  expect((await fetch(first, { method: "DELETE" })).status).toBe(200);
  expect((await fetch(webCallUrl, { method: "DELETE" })).status).toBe(200);
  // Events of a call are written a moment after they happen.
  await expect.poll(async () => (await client.json<Call>("GET", `/call/${id}`)).body).toMatchObject({ status: "in-progress" });
  expect((await fetch(second, { method: "DELETE" })).status).toBe(200);
  expect((await client.json<Call>("GET", `/call/${id}`)).body).toMatchObject({ status: "ended" });
});

test("with roomDeleteOnUserLeaveEnabled false, the call goes on when its caller leaves, until it is ended", async () => {
  const { id, webCallUrl = "" } = await setup.createCall({ assistant: {}, roomDeleteOnUserLeaveEnabled: false });
  const session = sessionOf(await offerTo(webCallUrl), webCallUrl);
  setup.pool.join(id);
  expect((await fetch(session, { method: "DELETE" })).status).toBe(200);
  // Events of a call are written a moment after they happen.
  await expect.poll(async () => (await client.json<Call>("GET", `/call/${id}`)).body).toMatchObject({ status: "in-progress" });
  expect((await offerTo(webCallUrl)).status).toBe(201);
  expect((await client.json<Call>("POST", `/call/${id}/end`)).body).toMatchObject({ status: "ended" });
});

test("a room that nobody joined is given back by DELETE", async () => {
  const { id, webCallUrl = "" } = await setup.createCall();
  expect((await fetch(webCallUrl, { method: "DELETE" })).status).toBe(200);
  expect((await client.json<Call>("GET", `/call/${id}`)).body).toMatchObject({ status: "ended" });
  expect(await (await offerTo(webCallUrl)).json()).toMatchObject({ statusCode: 409, code: "call-not-joinable" });
});

test("a room answers nothing without its secret", async () => {
  const { id, webCallUrl = "" } = await setup.createCall();
  const ended = await setup.endedCall();
  const addresses = [
    `${server.url}/call/${id}/room`,
    `${server.url}/call/${id}/room?secret=wrong`,
    `${server.url}/call/${ended.id}/room?secret=wrong`,
    `${server.url}/call/${randomUUID()}/room?secret=wrong`,
    `${server.url}/call/x/room?secret=wrong`,
  ];
  const answers = await Promise.all(addresses.map(async (address) => (await offerTo(address)).json() as Promise<ErrorBody>));
  for (const { message, statusCode } of answers) expect([statusCode, message]).toEqual([404, "Room not found."]);
  // The sample call of a new organization has no room at all.
  const [sample] = (await client.json<Call[]>("GET", "/call?limit=1000")).body.filter(({ name }) => name?.startsWith("Sample"));
  expect((await offerTo(`${server.url}/call/${sample?.id}/room?secret=sample`)).status).toBe(404);
  expect((await offerTo(webCallUrl)).status).toBe(201);
});

test.each([
  ["", "application/sdp", 400, ["sdp must be a session description: it begins with v=0"]],
  ["hello", "application/sdp", 400, ["sdp must be a session description: it begins with v=0"]],
  ["v=0\r\n", "application/sdp", 400, ["sdp must offer audio: it has no m=audio line"]],
  [
    fakeOffer().replace(/a=fingerprint.*\r\n/, ""),
    "application/sdp; charset=utf-8",
    400,
    ["sdp must have the fingerprint of a certificate: it has no a=fingerprint line"],
  ],
  [fakeOffer(), "application/json", 415, "Send the body as application/sdp."],
  ["v=0\r\n".repeat(50_000), "application/sdp", 413, "The body exceeds 200000 bytes. Send a smaller one."],
])("an offer that is none answers in a sentence (%#)", async (body, contentType, status, message) => {
  const { webCallUrl = "" } = await setup.createCall();
  const answer = await offerTo(webCallUrl, body, contentType);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(await answer.json()).toMatchObject({ message, statusCode: status });
});

const FILMED = { assistant: { name: "Riley", artifactPlan: { videoRecordingEnabled: true } } };

function sendPiece(
  webCallUrl: string,
  index: number | string,
  body: string | Uint8Array<ArrayBuffer>,
  options: { last?: boolean; type?: string } = {},
) {
  const url = new URL(webCallUrl);
  url.pathname += `/recording/${index}`;
  if (options.last) url.searchParams.set("last", "");
  const headers = { "content-type": options.type ?? "video/webm;codecs=vp8,opus", origin: "https://shop.example.com" };
  return fetch(url, { method: "PUT", headers, body });
}

test("a video recording is taken piece by piece, also what comes after the call, and played back", async () => {
  const { id, webCallUrl = "" } = await setup.createCall(FILMED);
  setup.pool.join(id);
  expect((await sendPiece(webCallUrl, 0, firstWebmPiece("one "))).status).toBe(204);
  expect((await sendPiece(webCallUrl, 1, "two ")).status).toBe(204);
  expect((await sendPiece(webCallUrl, 1, "two ")).status).toBe(204);
  expect(await (await sendPiece(webCallUrl, 5, "six")).json()).toMatchObject({
    statusCode: 409,
    code: "recording-chunk-missing",
  });
  setup.pool.happen(id, "control", { control: "say-first-message", videoRecordingStartDelaySeconds: 0.25 });
  await client.json<Call>("POST", `/call/${id}/end`);
  expect((await sendPiece(webCallUrl, 2, "three", { last: true })).status).toBe(204);
  expect(await (await sendPiece(webCallUrl, 3, "four")).json()).toMatchObject({ statusCode: 409, code: "recording-closed" });

  const artifactOf = async () => (await client.json<Call>("GET", `/call/${id}`)).body.artifact;
  await expect.poll(async () => (await artifactOf())?.videoRecordingUrl, { timeout: 60_000 }).toBeDefined();
  const artifact = await artifactOf();
  expect(artifact?.videoRecordingStartDelaySeconds).toBe(0.25);
  expect(artifact?.recording?.videoUrl).toBe(artifact?.videoRecordingUrl);
  const played = await fetch(artifact?.videoRecordingUrl ?? "", {
    headers: { range: `bytes=${WEBM_START_BYTES + 4}-${WEBM_START_BYTES + 6}` },
  });
  expect([played.status, played.headers.get("content-type"), await played.text()]).toEqual([206, "video/webm", "two"]);
});

test("a video recording that nobody asked for, or that is none, is refused", async () => {
  const { webCallUrl = "" } = await setup.createCall();
  expect(await (await sendPiece(webCallUrl, 0, "one")).json()).toMatchObject({ statusCode: 409, code: "recording-closed" });
  const filmed = (await setup.createCall(FILMED)).webCallUrl ?? "";
  expect((await sendPiece(filmed, 0, "one", { type: "text/plain" })).status).toBe(415);
  expect((await sendPiece(filmed, 0, "x".repeat(8 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await sendPiece(filmed, "first", "one")).status).toBe(404);
  expect((await sendPiece(filmed.replace(/secret=.*/, "secret=wrong"), 0, "one")).status).toBe(404);
});

/** Announces a piece that is never sent. */
function announcePiece(webCallUrl: string, sizeBytes: number): ClientRequest {
  const url = new URL(webCallUrl);
  url.pathname += "/recording/0";
  const announced = request(url, { method: "PUT", headers: { "content-type": "video/webm", "content-length": sizeBytes } });
  announced.on("error", () => {});
  announced.flushHeaders();
  return announced;
}

/** Answers with the first request that gets a response. */
async function answerOf(...announced: ClientRequest[]): Promise<IncomingMessage> {
  const [answer] = (await Promise.race(announced.map((each) => once(each, "response")))) as [IncomingMessage];
  for (const each of announced) each.destroy();
  return answer;
}

test("a piece is read when it is expected and small enough, and one at a time", async () => {
  const { webCallUrl = "" } = await setup.createCall();
  expect((await answerOf(announcePiece(webCallUrl, 100))).statusCode).toBe(409);
  const { id, webCallUrl: filmed = "" } = await setup.createCall(FILMED);
  expect(await (await sendPiece(filmed, 0, firstWebmPiece("one"))).json()).toMatchObject({
    statusCode: 429,
    code: "recording-early",
  });
  setup.pool.join(id);
  expect((await answerOf(announcePiece(filmed, 8 * 1024 * 1024 + 1))).statusCode).toBe(413);

  const refused = await answerOf(announcePiece(filmed, 100), announcePiece(filmed, 100));
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
  // The other request was cut off, so its slot is free.
  await expect.poll(async () => (await sendPiece(filmed, 0, firstWebmPiece("one"))).status, { timeout: 30_000 }).toBe(204);
});

test("a page of another origin may send a video recording", async () => {
  const { webCallUrl = "" } = await setup.createCall(FILMED);
  const preflight = await fetch(webCallUrl.replace("/room?", "/room/recording/0?"), {
    method: "OPTIONS",
    headers: {
      origin: "https://shop.example.com",
      "access-control-request-method": "PUT",
      "access-control-request-headers": "content-type",
    },
  });
  expect(preflight.headers.get("access-control-allow-methods")).toContain("PUT");
  expect((await sendPiece(webCallUrl, 0, "one")).headers.get("access-control-allow-origin")).toBe("*");
});
