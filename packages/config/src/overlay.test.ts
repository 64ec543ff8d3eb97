import type { Fields } from "@callwright/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeOverlay, splitOverlay } from "./overlay.ts";

const leaf = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom("a", "b"),
  fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
);
const mapping = (depth: number, ...more: fc.Arbitrary<unknown>[]): fc.Arbitrary<Fields> =>
  fc.dictionary(
    fc.constantFrom("x", "y", "z"),
    depth === 0 ? fc.oneof(leaf, ...more) : fc.oneof(leaf, mapping(depth - 1, ...more), ...more),
  );

test("a split gives what is wanted, and a wanted merge changes neither part", () => {
  fc.assert(
    fc.property(mapping(2), mapping(2, fc.constant(null)), mapping(2), (base, overlay, wanted) => {
      const split = splitOverlay(base, overlay, wanted);
      expect(mergeOverlay(split.base, split.overlay)).toEqual(wanted);
      const same = splitOverlay(base, overlay, mergeOverlay(base, overlay));
      expect(mergeOverlay(same.base, same.overlay)).toEqual(mergeOverlay(base, overlay));
    }),
    { examples: [[{ z: { x: [] } }, { z: [] }, { z: {} }]] },
  );
});

test("an environment's value stays in the environment", () => {
  const split = splitOverlay(
    { name: "Riley", server: { url: "a", timeoutSeconds: 5 } },
    { server: { url: "b" } },
    {
      name: "Nora",
      server: { url: "c", timeoutSeconds: 6 },
    },
  );
  expect(split).toEqual({ base: { name: "Nora", server: { url: "a", timeoutSeconds: 6 } }, overlay: { server: { url: "c" } } });
});
