import { describe, expect, it } from "vitest";
import { SpeakingDetector, volumeOf } from "./speaking-detector.ts";
import { FakeTime } from "./testing/fake-time.ts";

function detector() {
  const time = new FakeTime();
  const heard: boolean[] = [];
  const speaking = new SpeakingDetector(time.schedule, (isSpeaking) => heard.push(isSpeaking));
  return { time, heard, speaking };
}

describe("SpeakingDetector", () => {
  it("starts above 0.01 and ends after 1000 ms without", () => {
    const { time, heard, speaking } = detector();
    speaking.observe(0.01);
    expect(heard).toEqual([]);
    speaking.observe(0.011);
    time.advance(999);
    expect(heard).toEqual([true]);
    time.advance(1);
    expect(heard).toEqual([true, false]);
  });

  it("goes on while levels come, and starts once", () => {
    const { time, heard, speaking } = detector();
    for (let round = 0; round < 20; round += 1) {
      speaking.observe(0.2);
      time.advance(900);
    }
    expect(heard).toEqual([true]);
  });

  it("ends with the call, once", () => {
    const { time, heard, speaking } = detector();
    speaking.stop();
    speaking.observe(0.2);
    speaking.stop();
    speaking.stop();
    expect(time.pending).toBe(0);
    time.advance(5_000);
    expect(heard).toEqual([true, false]);
  });
});

describe("volumeOf", () => {
  it("is full at 0.15", () => {
    expect([volumeOf(0), volumeOf(0.075), volumeOf(0.15), volumeOf(0.9)]).toEqual([0, 0.5, 1, 1]);
  });
});
