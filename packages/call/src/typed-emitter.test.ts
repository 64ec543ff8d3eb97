import { EventEmitter } from "node:events";
import { expect, it, onTestFinished, vi } from "vitest";
import { TypedEmitter } from "./typed-emitter.ts";

class Bell extends TypedEmitter<{ ring: [number]; rest: [] }> {
  ring(times: number): boolean {
    return this.emit("ring", times);
  }
}

/** Node's, with the same way to ring. What is listened to does not depend on whose it is. */
class NodeBell extends EventEmitter {
  ring(times: number): boolean {
    return this.emit("ring", times);
  }
}

const BELLS = [
  ["ours", () => new Bell()],
  ["Node's", () => new NodeBell() as unknown as Bell],
] as const;

it("calls its listeners, once or until they are removed", () => {
  const bell = new Bell();
  const heard: string[] = [];
  const always = (times: number) => heard.push(`always ${times}`);
  bell.on("ring", always).once("ring", (times) => heard.push(`once ${times}`));
  bell.ring(1);
  bell.ring(2);
  bell.removeListener("ring", always);
  bell.ring(3);
  expect(heard).toEqual(["always 1", "once 1", "always 2"]);
});

it("forgets the listeners of one event, or of all", () => {
  const bell = new Bell();
  const heard: number[] = [];
  bell.on("ring", (times) => heard.push(times));
  bell.removeAllListeners("rest").ring(1);
  bell.removeAllListeners("ring").ring(2);
  bell.on("ring", (times) => heard.push(times));
  bell.removeAllListeners().ring(3);
  expect(heard).toEqual([1]);
});

it("calls the listeners after one that throws, and reports its error as uncaught", () => {
  const later: (() => void)[] = [];
  vi.stubGlobal("queueMicrotask", (task: () => void) => later.push(task));
  onTestFinished(() => void vi.unstubAllGlobals());
  const bell = new Bell();
  const heard: number[] = [];
  bell.on("ring", () => {
    throw new Error("deaf");
  });
  bell.on("ring", (times) => heard.push(times));
  bell.ring(1);
  expect(heard).toEqual([1]);
  expect(later).toHaveLength(1);
  expect(later[0]).toThrow("deaf");
});

it.each(BELLS)("a listener of `once` can be removed before it was called (%s)", (_whose, newBell) => {
  const bell = newBell();
  const heard: number[] = [];
  const listener = (times: number) => heard.push(times);
  bell.once("ring", listener).off("ring", listener).ring(1);
  expect(heard).toEqual([]);
});

it.each(BELLS)("a listener that was added twice is called twice, and removed once at a time (%s)", (_whose, newBell) => {
  const bell = newBell();
  const heard: number[] = [];
  const listener = (times: number) => heard.push(times);
  bell.addListener("ring", listener).addListener("ring", listener).ring(1);
  bell.off("ring", listener).ring(2);
  expect(heard).toEqual([1, 1, 2]);
});

it.each(BELLS)("a listener that is added or removed while it rings counts from the next time (%s)", (_whose, newBell) => {
  const bell = newBell();
  const heard: string[] = [];
  const second = () => heard.push("second");
  bell.once("ring", () => {
    heard.push("first");
    bell.off("ring", second);
    bell.on("ring", () => heard.push("third"));
  });
  bell.on("ring", second);
  bell.ring(1);
  bell.ring(2);
  expect(heard).toEqual(["first", "second", "third"]);
});

it.each(BELLS)("a listener can go before those that are there (%s)", (_whose, newBell) => {
  const bell = newBell();
  const heard: string[] = [];
  bell.on("ring", () => heard.push("third"));
  bell.prependListener("ring", () => heard.push("second"));
  bell.prependOnceListener("ring", () => heard.push("first"));
  bell.ring(1);
  bell.ring(2);
  expect(heard).toEqual(["first", "second", "third", "second", "third"]);
});

it.each(BELLS)("tells what is listened to, and a listener knows its emitter as `this` (%s)", (_whose, newBell) => {
  const bell = newBell();
  const heard: unknown[] = [];
  function listener(this: unknown) {
    heard.push(this);
  }
  expect(bell.ring(1)).toBe(false);
  bell.on("ring", listener);
  expect(bell.ring(2)).toBe(true);
  expect(heard).toEqual([bell]);
  expect([bell.eventNames(), bell.listenerCount("ring"), bell.listeners("ring")]).toEqual([["ring"], 1, [listener]]);
  bell.off("ring", listener);
  expect([bell.eventNames(), bell.listenerCount("ring"), bell.listeners("ring")]).toEqual([[], 0, []]);
});
