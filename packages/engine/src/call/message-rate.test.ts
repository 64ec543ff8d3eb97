import { expect, it } from "vitest";
import { MessageRate } from "./message-rate.ts";

function setUp() {
  const clock = { ms: 0 };
  const rate = new MessageRate(() => clock.ms);
  /** What became of messages, one every so often. */
  const send = (count: number, everyMs: number) => {
    const verdicts = { take: 0, drop: 0, flood: 0 };
    for (let sent = 0; sent < count; sent++) {
      verdicts[rate.count()] += 1;
      clock.ms += everyMs;
    }
    return verdicts;
  };
  return { clock, send };
}

it("takes 50 messages a second, and 100 at once", () => {
  const { send } = setUp();
  expect(send(1000, 20)).toEqual({ take: 1000, drop: 0, flood: 0 });
  expect(send(150, 0)).toEqual({ take: 100, drop: 50, flood: 0 });
});

it("reports a flood after ten seconds of too many", () => {
  const { send } = setUp();
  expect(send(1000, 10).flood).toBe(0);
  expect(send(400, 10).flood).toBeGreaterThan(0);
});

it("forgives bursts with quiet between them", () => {
  const { clock, send } = setUp();
  for (let burst = 0; burst < 20; burst++) {
    expect(send(150, 0).flood).toBe(0);
    clock.ms += 2000;
  }
});
