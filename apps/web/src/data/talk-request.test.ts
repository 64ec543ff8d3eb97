import { expect, test } from "vitest";
import { isTalkRequested, keepTalkRequest, requestTalk } from "./talk-request.ts";

test("a request is open on the page that it opens, and on no other page later", () => {
  expect(isTalkRequested("call-pasted")).toBe(false);
  const first = requestTalk();
  keepTalkRequest(first);
  expect(isTalkRequested(first)).toBe(true);
  keepTalkRequest(undefined);
  expect(isTalkRequested(first)).toBe(false);
});

test("a second request ends the first, also when its page never opened", () => {
  const first = requestTalk();
  const second = requestTalk();
  expect([first, second].map(isTalkRequested)).toEqual([false, true]);
  keepTalkRequest(first);
  expect(isTalkRequested(second)).toBe(false);
});
