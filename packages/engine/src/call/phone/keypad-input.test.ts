import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { KeypadInput } from "./keypad-input.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function press(plan: object | undefined, keys: string, betweenMs = 100) {
  const inputs: string[] = [];
  let begun = 0;
  const input = new KeypadInput({
    plan: () => plan as never,
    onBegin: () => {
      begun += 1;
    },
    onInput: (whole) => inputs.push(whole),
  });
  for (const key of keys) {
    input.press(key);
    vi.advanceTimersByTime(betweenMs);
  }
  vi.advanceTimersByTime(20_000);
  return { inputs, begun };
}

const enabled = { enabled: true };

it.each([
  { why: "off", plan: { enabled: false }, keys: "12", inputs: [] },
  { why: "without a plan", plan: undefined, keys: "12", inputs: [] },
  { why: "a pause ends it", plan: enabled, keys: "1234", inputs: ["1234"] },
  {
    why: "a delimiter ends it, and is no part of it",
    plan: { ...enabled, delimiters: "#" },
    keys: "12#34#",
    inputs: ["12", "34"],
  },
  { why: "one of several", plan: { ...enabled, delimiters: ["#", "*"] }, keys: "1*2#", inputs: ["1", "2"] },
  { why: "a delimiter alone", plan: { ...enabled, delimiters: "#" }, keys: "#", inputs: ["#"] },
  { why: "no pause, each key", plan: { ...enabled, timeoutSeconds: 0 }, keys: "12", inputs: ["1", "2"] },
  { why: "no pause, a delimiter", plan: { ...enabled, timeoutSeconds: 0, delimiters: "#" }, keys: "12#3", inputs: ["12"] },
])("collects keys: $why", ({ plan, keys, inputs }) => {
  expect(press(plan, keys).inputs).toEqual(inputs);
});

it("has an input for each group of keys, and reports the beginning of each", () => {
  const { inputs, begun } = press({ ...enabled, timeoutSeconds: 1 }, "12", 1_500);
  expect([inputs, begun]).toEqual([["1", "2"], 2]);
});
