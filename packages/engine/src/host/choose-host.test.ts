import { expect, it } from "vitest";
import { chooseHost, type HostLoad } from "./choose-host.ts";

const host = (calls: number, load: Partial<HostLoad> = {}): HostLoad => ({
  isReady: true,
  isOverloaded: false,
  waitsForCpu: false,
  calls,
  ...load,
});
const LIMITS = { maxCallsPerHost: 10, maxHosts: 3 };

it("fills the fullest host that has room, a starting one last, then starts one, until there are enough", () => {
  const [few, many, full, starting] = [host(2), host(7), host(10), host(8, { isReady: false })];
  expect(chooseHost([few, many, full], LIMITS)).toBe(many);
  expect(chooseHost([few, starting], LIMITS)).toBe(few);
  expect(chooseHost([full, starting], LIMITS)).toBe(starting);
  expect(chooseHost([full, full], LIMITS)).toBe("new");
  expect(chooseHost([full, full, full], LIMITS)).toBe("full");
});

it("refuses calls while a host is late because the machine has no CPU time for it", () => {
  expect(chooseHost([host(1), host(3, { isOverloaded: true, waitsForCpu: true })], LIMITS)).toBe("overloaded");
  expect(chooseHost([host(3, { waitsForCpu: true })], LIMITS)).toMatchObject({ calls: 3 });
});

it("leaves a host alone that is late by its own work, and uses another or a new one", () => {
  const [late, free] = [host(3, { isOverloaded: true }), host(0)];
  expect(chooseHost([late, free], LIMITS)).toBe(free);
  expect(chooseHost([late], LIMITS)).toBe("new");
  expect(chooseHost([late, host(10), host(10)], LIMITS)).toBe("overloaded");
});
