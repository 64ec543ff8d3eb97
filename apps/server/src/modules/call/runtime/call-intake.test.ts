import { OVERLOAD_LOOP_DELAY_MS } from "@callwright/contract";
import { expect, it } from "vitest";
import { CallIntake } from "./call-intake.ts";

it("refuses calls while the event loop is late, says when to come back, and takes calls again afterwards", () => {
  let delayMs = OVERLOAD_LOOP_DELAY_MS;
  const intake = new CallIntake(new Map(), () => delayMs);
  const refusal = { code: "call-host-unavailable", status: 503, retryAfterSeconds: 5 };
  expect(() => intake.requireOpen()).toThrow(expect.objectContaining(refusal));
  delayMs -= 1;
  intake.requireOpen();
});
