import type { CallEvent, CallEventPayload } from "@callwright/contract";
import i18next from "i18next";
import { expect, test } from "vitest";
import { startI18n } from "../../../messages/i18n.ts";
import { gistOf, withExtension, withoutRepeats } from "./event-gist.ts";

const turn = (seq: number, index: number): CallEvent => ({
  seq,
  atMs: seq,
  type: "turn",
  payload: { index, trigger: "speech", speechEndMs: 0, firstFrameSentMs: seq },
});
const said = (seq: number): CallEvent => ({ seq, atMs: seq, type: "control", payload: { control: "mute-assistant" } });

test("the last event of a turn stays at its place, and the earlier ones go", () => {
  const events = [turn(0, 0), said(1), turn(2, 1), turn(3, 0), said(4)];
  expect(withoutRepeats(events).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test("a call whose sound takes the websocket says why", async () => {
  await startI18n((error) => {
    throw error;
  });
  const over = (payload: CallEventPayload<"caller.path">): CallEvent => ({ seq: 0, atMs: 0, type: "caller.path", payload });
  const gists = [
    over({ path: "websocket", reason: "udp-blocked" }),
    over({ path: "websocket", reason: "connection-lost" }),
    over({ path: "webrtc" }),
  ].map((event) => gistOf(event, i18next.t));
  expect(gists).toEqual([
    "Sound over the websocket: UDP was blocked",
    "Sound over the websocket: the WebRTC connection was lost",
    "Sound over WebRTC",
  ]);
});

test("a transfer is shown with the extension that was dialed", async () => {
  await startI18n((error) => {
    throw error;
  });
  const { t } = i18next;
  const transferTo = (more: object): CallEvent => ({
    seq: 0,
    atMs: 0,
    type: "transfer",
    payload: { state: "connected", destination: { type: "number", number: "+12025550107", ...more } },
  });
  expect(gistOf(transferTo({ extension: "42" }), t)).toBe("+12025550107, extension 42 · has the call");
  expect(gistOf(transferTo({}), t)).toBe("+12025550107 · has the call");
  // A value from another host.
  expect([withExtension("Ada", "", t), withExtension("Ada", 7, t), withExtension(7, "7", t)]).toEqual(["Ada", "Ada", undefined]);
});
