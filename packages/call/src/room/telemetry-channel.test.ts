import { describe, expect, it } from "vitest";
import { CallClock } from "./telemetry-channel.ts";

describe("CallClock", () => {
  it("knows nothing before the first answer", () => {
    expect(new CallClock().toCallMs(5)).toBeUndefined();
  });

  it("trusts the quickest round trip", () => {
    const clock = new CallClock();
    // The call's clock is 1000 behind. The slow answers were held up on one way only.
    clock.add(2000, 2200, 1180);
    clock.add(3000, 3010, 2005);
    clock.add(4000, 4300, 3010);
    expect(clock.toCallMs(5000)).toBe(4000);
  });

  it("forgets old round trips, so that a drifting clock is followed", () => {
    const clock = new CallClock();
    clock.add(0, 2, 1);
    for (let ping = 1; ping <= 16; ping += 1) clock.add(ping * 5000, ping * 5000 + 10, ping * 5000 + 5 - 40);
    expect(clock.toCallMs(100_000)).toBe(99_960);
  });
});
