import { CHATS_BESIDE_BUSY_CALLS } from "@callwright/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ChatQueue } from "./chat-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Chats of organizations, by the first letter of their names. */
function setUp() {
  const node = { openCalls: 10, delayMs: 100 };
  const queue = new ChatQueue({ openCalls: () => node.openCalls, delayMs: () => node.delayMs });
  const begun: string[] = [];
  const end = new Map<string, () => void>();
  const begin = (...names: string[]) =>
    Promise.all(
      names.map((name) =>
        queue.take(name.slice(0, 1)).then((ends) => {
          begun.push(name);
          end.set(name, ends);
        }),
      ),
    );
  const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return { node, queue, begun, end, begin, pass };
}
const names = (org: string, count: number) => Array.from({ length: count }, (_, index) => `${org}${index}`);

it("begins few chats while calls are held up, and gives the next turn to the organization that waits longest", async () => {
  const { begun, end, begin, pass } = setUp();
  void begin(...names("a", 10), "b0");
  await pass();
  expect(begun).toEqual(names("a", CHATS_BESIDE_BUSY_CALLS));
  end.get("a0")?.();
  await pass();
  expect(begun.at(-1)).toBe("b0");
});

it.each([
  ["no call is open", { openCalls: 0 }],
  ["the sound is in time", { delayMs: 10 }],
])("begins every chat when %s, also those that wait", async (_, calm) => {
  const { node, begun, begin, pass } = setUp();
  void begin(...names("a", 10));
  await pass();
  Object.assign(node, calm);
  void begin("b0");
  await pass(500);
  expect(begun).toHaveLength(11);
});

it("lets nobody wait when the server stops", async () => {
  const { queue, begun, begin, pass } = setUp();
  void begin(...names("a", 10));
  queue.close();
  await pass();
  expect(begun).toHaveLength(10);
});

it("opens few chats of one organization at a time, and those of another at once", async () => {
  const { queue, pass } = setUp();
  const opened: string[] = [];
  const done = new Map<string, () => void>();
  const open = (name: string) =>
    queue.work(name.slice(0, 1), () => {
      opened.push(name);
      return new Promise<void>((resolve) => done.set(name, resolve));
    });
  for (const name of [...names("a", 10), "b0"]) void open(name);
  await pass();
  expect(opened).toEqual(["a0", "a1", "b0"]);
  done.get("a0")?.();
  done.get("b0")?.();
  await pass();
  expect(opened).toEqual(["a0", "a1", "b0", "a2"]);
  // Requests that wait for a silent server do not block others. A late end does not free a second slot.
  await pass(250);
  expect(opened.at(-1)).toBe("a4");
  done.get("a1")?.();
  await pass();
  expect(opened.at(-1)).toBe("a4");
});
