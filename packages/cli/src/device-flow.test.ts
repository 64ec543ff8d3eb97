import { createSender } from "@callwright/client";
import { expect, test } from "vitest";
import { awaitApproval, type DeviceCode, requestDeviceCode } from "./device-flow.ts";

const json =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    Promise.resolve(Response.json(body, { status, headers }));
const refusal = (error: string) => json({ error, error_description: "…" }, 400);
const unreachable = () => Promise.reject(new TypeError("fetch failed"));
const granted = json({ access_token: "secret", token_type: "Bearer" });

const code: DeviceCode = {
  device_code: "device",
  user_code: "ABCD2345",
  verification_uri: "https://voice.example.com/device",
  expires_in: 600,
  interval: 5,
};

/** Polls a server that gives these answers one by one. Time passes only by waiting. */
async function poll(answers: (() => Promise<Response>)[], device = code) {
  const waitsSeconds: number[] = [];
  const sent: unknown[] = [];
  let nowMs = 0;
  const left = [...answers];
  const send = createSender({
    baseUrl: "https://voice.example.com",
    token: "",
    fetch: (_url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return (left.shift() ?? refusal("authorization_pending"))();
    },
  });
  const machine = {
    nowMs: () => nowMs,
    wait: async (durationMs: number) => {
      waitsSeconds.push(durationMs / 1000);
      nowMs += durationMs;
    },
  };
  const outcome = await awaitApproval(send, device, machine).catch((error: unknown) => error);
  return { outcome, waitsSeconds, sent };
}

test("it waits the interval before each question, the first as well", async () => {
  const { outcome, waitsSeconds, sent } = await poll([refusal("authorization_pending"), granted]);
  expect(outcome).toBe("secret");
  expect(waitsSeconds).toEqual([5, 5]);
  const asked = {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: "device",
    client_id: "callwright-cli",
  };
  expect(sent).toEqual([asked, asked]);
});

test("without an interval it is five seconds", async () => {
  const { interval: _, ...unsaid } = code;
  expect((await poll([granted], unsaid)).waitsSeconds).toEqual([5]);
});

test("each slow_down lengthens the interval by five seconds, for good", async () => {
  const { waitsSeconds } = await poll([refusal("slow_down"), refusal("slow_down"), refusal("authorization_pending"), granted]);
  expect(waitsSeconds).toEqual([5, 10, 15, 15]);
});

test("while no answer comes the interval doubles", async () => {
  expect((await poll([unreachable, unreachable, granted])).waitsSeconds).toEqual([5, 10, 20]);
});

test("a server that is at its limit is asked again when it says", async () => {
  const limited = json({ message: "Too many requests" }, 429, { "retry-after": "30" });
  expect((await poll([limited, granted])).waitsSeconds).toEqual([5, 30]);
});

test.each([
  ["access_denied", "The request was denied in the browser. You are not signed in."],
  ["expired_token", "The code expired before it was approved. Run 'callwright login' again."],
])("%s ends it", async (error, message) => {
  const { outcome, waitsSeconds } = await poll([refusal(error)]);
  expect(outcome).toMatchObject({ message, exitCode: 3 });
  expect(waitsSeconds).toHaveLength(1);
});

test("a code that nobody approves expires by this machine's clock too", async () => {
  const { outcome, waitsSeconds } = await poll([], { ...code, expires_in: 12 });
  expect(outcome).toMatchObject({ message: expect.stringContaining("expired"), exitCode: 3 });
  expect(waitsSeconds).toEqual([5, 5, 5]);
});

test("what no question will change is not asked again", async () => {
  const { outcome, waitsSeconds } = await poll([refusal("invalid_grant")]);
  expect(outcome).toMatchObject({ status: 400 });
  expect(waitsSeconds).toHaveLength(1);
});

test.each([
  ["another service's answer", { hello: "world" }],
  ["an address that is not one of the web", { ...code, verification_uri: "file:///etc/passwd" }],
  ["a code that would steer the terminal", { ...code, user_code: "\u001b[2J" }],
])("%s is no device code", async (_, answer) => {
  const send = createSender({ baseUrl: "https://voice.example.com", token: "", fetch: json(answer) });
  await expect(requestDeviceCode(send)).rejects.toMatchObject({ exitCode: 1 });
});

test.each([
  ["a page", new Response("<!doctype html>")],
  ["nothing there", new Response("Not found", { status: 404 })],
])("%s: the address is to be checked", async (_, answer) => {
  const send = createSender({ baseUrl: "https://voice.example.com", token: "", fetch: async () => answer });
  await expect(requestDeviceCode(send)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining("Check that the URL is a Callwright server."),
  });
});
