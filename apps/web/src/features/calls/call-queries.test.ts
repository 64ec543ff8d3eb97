import type { Call } from "@callwright/contract";
import { expect, test } from "vitest";
import { isUnfinished } from "./call-queries.ts";

const ENDED_AT = "2026-11-21T12:00:00.000Z";
const endedMs = Date.parse(ENDED_AT);

const call = (change: Partial<Call> = {}): Call => ({
  id: "call-1",
  orgId: "org-1",
  createdAt: ENDED_AT,
  updatedAt: ENDED_AT,
  type: "webCall",
  status: "ended",
  endedAt: ENDED_AT,
  artifact: {},
  assistant: { artifactPlan: { videoRecordingEnabled: true } },
  ...change,
});

test("a call that goes on is looked at again", () => {
  expect(isUnfinished(call({ status: "in-progress", endedAt: undefined }), endedMs)).toBe(true);
});

test("a video recording is waited for, for a while", () => {
  expect(isUnfinished(call(), endedMs + 10_000)).toBe(true);
  expect(isUnfinished(call(), endedMs + 120_000)).toBe(false);
  expect(isUnfinished(call({ artifact: { videoRecordingUrl: "https://x" } }), endedMs + 1)).toBe(false);
});

test("nothing more comes of a call without one, or that nobody joined", () => {
  expect(isUnfinished(call({ assistant: {} }), endedMs + 1)).toBe(false);
  expect(isUnfinished(call({ artifact: undefined }), endedMs + 1)).toBe(false);
});
