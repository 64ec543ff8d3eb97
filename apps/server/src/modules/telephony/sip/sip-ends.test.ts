import { ENDED_REASONS } from "@callwright/contract";
import { expect, it } from "vitest";
import { endOfCode } from "./sip-ends.ts";

const end = (code: number, reason: string, more: { wasRinging?: boolean; hasPassword?: boolean } = {}) =>
  endOfCode({ code, reason, wasRinging: false, hasPassword: true, ...more });

it.each([
  [486, "Busy Here", "busy"],
  [600, "Busy Everywhere", "busy"],
  [603, "Decline", "declined"],
  [607, "Unwanted", "declined"],
  [608, "Rejected", "declined"],
  // Asterisk for Hangup(21), and for others that its codes do not tell apart.
  [403, "Forbidden (Q.850 21)", "declined"],
  [480, "Temporarily Unavailable (Q.850 17)", "busy"],
  [503, "Service Unavailable (Q.850 19)", "no-answer"],
  [502, "Bad Gateway (Q.850 27)", "no-answer"],
  [404, "Not Found (Q.850 1)", "failed"],
  [403, "Forbidden", "failed"],
  [500, "Server Internal Error (Q.850 127)", "failed"],
  [408, "Request Timeout", "failed"],
])("%i %s is %s", (code, reason, expected) => expect(end(code, reason)[0]).toBe(expected));

it.each([
  [403, "declined"],
  [408, "no-answer"],
  [480, "no-answer"],
  [404, "failed"],
])("%i after the telephone rang is %s", (code, expected) => expect(end(code, "", { wasRinging: true })[0]).toBe(expected));

it("does not say that a telephone rang which did not", () => {
  expect(end(480, "Temporarily Unavailable")).toEqual([
    "no-answer",
    { message: "The customer's telephone cannot be reached now." },
  ]);
  expect(end(480, "", { wasRinging: true })).toEqual(["no-answer"]);
});

it("tells a missing password from a wrong one", () => {
  expect(end(904, "No matching challenge", { hasPassword: false })[1]?.message).toContain("Set outboundAuthenticationPlan");
  expect(end(904, "No matching challenge")[1]).toEqual({
    endedReason: ENDED_REASONS.phoneNotConnected,
    message: "The SIP trunk refuses the user name or the password.",
  });
});

it("names the network's answer where it has no sentence", () => {
  expect(end(599, "Odd")[1]?.message).toContain("599 Odd");
  expect(end(408, "Request Timeout")[1]?.message).toContain("does not answer");
});
