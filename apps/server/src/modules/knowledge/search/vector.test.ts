import { expect, test } from "vitest";
import { cosine, toBytes } from "./vector.ts";

test("a byte for each number keeps the angle, whatever the length of the vector", () => {
  const one = Array.from({ length: 256 }, (_, index) => Math.sin(index * 3.7));
  const other = Array.from({ length: 256 }, (_, index) => Math.sin(index * 3.7) * 0.6 + Math.cos(index * 1.3) * 0.4);
  const product = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  const exact = product / (Math.hypot(...one) * Math.hypot(...other));
  expect(cosine(toBytes(one), toBytes(other))).toBeCloseTo(exact, 2);
  expect(cosine(toBytes(one), toBytes(one.map((value) => value * -1000)))).toBeCloseTo(-1, 3);
});

test("vectors of two models are not compared, and one of zeros is like none", () => {
  expect(cosine(toBytes([1, 2]), toBytes([1, 2, 3]))).toBeUndefined();
  expect(cosine(toBytes([0, 0]), toBytes([1, 2]))).toBe(0);
  expect(cosine(toBytes([Number.POSITIVE_INFINITY, 1]), toBytes([1, 2]))).toBe(0);
});
