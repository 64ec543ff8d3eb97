import { randomUUID } from "node:crypto";
import { ORG_CONCURRENT_CHATS } from "@callwright/contract";
import { beforeEach, expect, test } from "vitest";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { createChatSemaphore } from "./chat-semaphore.ts";

const ORG = randomUUID();
const PAGE = randomUUID();
let semaphore: ReturnType<typeof createChatSemaphore>;
beforeEach(() => {
  semaphore = createChatSemaphore({ visitors: "a key of the test" });
});

const caller = (tag: OrgCaller["tag"], id: string): OrgCaller => ({
  kind: "org",
  orgId: ORG,
  role: "viewer",
  tag,
  userId: null,
  apiToken: { id, restrictions: {} },
});
const visit = (clientAddress: string, token = PAGE) => semaphore.take({ caller: caller("public", token), clientAddress });
const host = () => semaphore.take({ caller: caller("private", randomUUID()), clientAddress: "198.51.100.1" });
const times = <T>(count: number, take: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => take(index));
const refusal = (limit: number, scope: string) =>
  expect.objectContaining({
    code: "chats-at-capacity",
    status: 429,
    retryAfterSeconds: 5,
    message: `At most ${limit} chats ${scope} run at a time. Try again in 5 s.`,
  });

test("one address has four chats at a time with a page, whatever it calls itself in its network", () => {
  const taken = times(4, (index) => visit(`2001:db8::${index + 1}`));
  expect(() => visit("2001:db8::9")).toThrow(refusal(4, "from your address"));
  visit("2001:db8:0:1::1");
  visit("2001:db8::9", randomUUID());
  taken[0]?.();
  visit("2001:db8::9");
  expect(() => visit("2001:db8::9")).toThrow(refusal(4, "from your address"));
});

test("the visitors of a page leave a fifth of the places to its hosts", () => {
  const taken = times((ORG_CONCURRENT_CHATS * 4) / 5, (index) => visit(`192.0.2.${index}`));
  expect(() => visit("203.0.113.1")).toThrow(refusal(40, "with this token"));
  times(ORG_CONCURRENT_CHATS / 5, host);
  expect(host).toThrow(refusal(50, "of this organization"));
  expect(() => visit("203.0.113.1", randomUUID())).toThrow(refusal(50, "of this organization"));
  for (const leave of taken) leave();
  visit("203.0.113.1");
});
