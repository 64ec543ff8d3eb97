import type { DailyEventObjectCameraError, DailyEventObjectNonFatalError } from "@daily-co/daily-js";
import { describe, expect, it } from "vitest";
import { CallFailure, describeError } from "../call-failure.ts";
import { cameraFailure, dailyFailure, nonFatalFailure } from "./daily-failure.ts";

describe("dailyFailure", () => {
  it.each([
    [
      "a fatal error event",
      { action: "error", errorMsg: "Meeting is full", error: { type: "meeting-full", msg: "full", details: { on: "join" } } },
      {
        code: "meeting-full",
        message: "Meeting is full",
        details: { type: "meeting-full", msg: "full", details: { on: "join" } },
      },
    ],
    ["an object of its own", { error: { msg: "no worklet" } }, { code: "room-failed", message: "no worklet" }],
    [
      "an error",
      new Error("Use after destroy"),
      { code: "room-failed", message: "Use after destroy", cause: "Error: Use after destroy" },
    ],
    ["nothing", undefined, { code: "room-failed", message: "It failed." }],
    [
      "the text of a bundle that did not load",
      "Failed to load call object bundle https://c.daily.co/…",
      { code: "room-library-unreachable", cause: "Failed to load call object bundle https://c.daily.co/…" },
    ],
  ])("reads %s", (_, thrown, detail) => {
    expect(describeError(dailyFailure(thrown, "It failed."))).toMatchObject(detail);
  });

  it("keeps a failure as it is", () => {
    const failure = new CallFailure("video-recording-timeout", "It did not begin.");
    expect(dailyFailure(failure, "It failed.")).toBe(failure);
  });
});

it("a device that cannot be used has Daily's type as its code", () => {
  const event = { errorMsg: { errorMsg: "denied", audioOk: false }, error: { type: "permissions", msg: "Blocked by the user" } };
  const failure = cameraFailure(event as unknown as DailyEventObjectCameraError);
  expect(describeError(failure)).toMatchObject({
    code: "permissions",
    message: "Blocked by the user",
    details: { audioOk: false },
  });
});

it("a failure that ends nothing has Daily's type as its code", () => {
  const event = { type: "screen-share-error", errorMsg: "cancelled" } as DailyEventObjectNonFatalError;
  expect(describeError(nonFatalFailure(event))).toMatchObject({ code: "screen-share-error", message: "cancelled" });
});
