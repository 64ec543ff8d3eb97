import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { SoundInbox } from "./sound-inbox.ts";

it("hands frames on in order, in turns of the event loop, and none in the callback that brings them", async () => {
  const heard: number[] = [];
  const inbox = new SoundInbox<number>((frame) => heard.push(frame));
  for (let frame = 0; frame < 25; frame++) inbox.push(frame);
  const counts = [heard.length];
  while (heard.length < 25) {
    await nextTurn();
    counts.push(heard.length);
  }
  expect(counts).toEqual([0, 10, 20, 25]);
  expect(heard).toEqual(Array.from({ length: 25 }, (_, frame) => frame));
});

it("lets timers run although a new frame comes with each that is handled", async () => {
  let handled = 0;
  const inbox = new SoundInbox<number>((frame) => {
    handled += 1;
    inbox.push(frame);
  });
  inbox.push(0);
  const timer = new Promise((resolve) => setTimeout(resolve, 0));
  while (handled === 0) await nextTurn();
  await timer;
  inbox.close();
});

it("drops the oldest frames when too many wait, and all when it is closed", async () => {
  const heard: number[] = [];
  const inbox = new SoundInbox<number>((frame) => heard.push(frame));
  for (let frame = 0; frame < 600; frame++) inbox.push(frame);
  await nextTurn();
  expect(heard[0]).toBe(100);
  inbox.close();
  const { length } = heard;
  await nextTurn();
  expect(heard).toHaveLength(length);
});
