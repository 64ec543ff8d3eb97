import { expect, test } from "vitest";
import { toOneScale } from "./peaks.ts";

const samples = (...values: number[]) => new Float32Array(values);

test("the louder side fills the height, the other one keeps its share of it", () => {
  const { customer, assistant } = toOneScale({ customer: samples(0.125, -0.25), assistant: samples(-0.5, 0) });
  expect([...assistant]).toEqual([-1, 0]);
  expect([...customer]).toEqual([0.25, -0.5]);
});

test("a recording in which nobody is loud is not blown up", () => {
  const { customer, assistant } = toOneScale({ customer: samples(0.01), assistant: samples(0) });
  expect(customer[0]).toBeCloseTo(0.1);
  expect(assistant[0]).toBe(0);
});
