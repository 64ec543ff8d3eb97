import fc from "fast-check";
import { expect, test } from "vitest";
import { type FieldChange, fieldChanges, isSameValue, isWithin, mergeFields, valueAt, withValue } from "./draft-fields.ts";

/** Configurations with few names and values, so that two of them often have the same fields. */
const leaf = fc.constantFrom<unknown>("a", "b", 1, null, ["a"], [{ role: "system" }]);
const name = fc.constantFrom("name", "voice", "provider", "plan", "__proto__");
const config: fc.Arbitrary<Record<string, unknown>> = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie("fields")),
  fields: fc.dictionary(name, tie("value"), { maxKeys: 4 }) as fc.Arbitrary<Record<string, unknown>>,
})).fields;

test("the changes turn the one into the other, and clash with nothing", () => {
  fc.assert(
    fc.property(config, config, (before, after) => {
      const merged = mergeFields(before, fieldChanges(before, after));
      expect(merged.clashes).toEqual([]);
      expect(isSameValue(merged.config, after)).toBe(true);
      // The changes as they are sent.
      const sent = JSON.parse(JSON.stringify(fieldChanges(before, after))) as FieldChange[];
      expect(isSameValue(mergeFields(before, sent).config, after)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

const keyOf = (path: readonly string[]) => JSON.stringify(path);

test("of two tabs' edits of one draft, each is in the merged draft or in a clash", () => {
  fc.assert(
    fc.property(config, config, config, (base, yours, theirs) => {
      const changes = fieldChanges(base, yours);
      const merged = mergeFields(theirs, changes);
      const isClashing = (path: readonly string[]) =>
        merged.clashes.some((clash) => isWithin(path, clash.path) || isWithin(clash.path, path));
      for (const { path, from, to } of changes) {
        if (isSameValue(from, to) || isClashing(path)) continue;
        // An emptied object stays when the other tab has put something into it.
        const isEmptied = to === undefined && isSameValue(from, {});
        if (!isEmptied) expect(valueAt(merged.config, path)).toEqual(to);
      }
      // Changes of the other tab stay, and fields may be added inside its values.
      for (const { path, to } of fieldChanges(base, theirs)) {
        const value = valueAt(merged.config, path);
        const lost = fieldChanges({ value: to }, { value }).filter(({ path: [, ...inner], from, to: now }) => {
          const whole = [...path, ...inner];
          const isTheirs = !isSameValue(from, valueAt(base, whole));
          // An object that both tabs emptied disappears if one of them removed it.
          const isEmptied =
            isSameValue(from, {}) && changes.some((change) => keyOf(change.path) === keyOf(whole) && !("to" in change));
          return isTheirs && !isEmptied && from !== undefined && !isSameValue(from, now);
        });
        if (to !== undefined) expect(lost).toEqual([]);
        else if (!changes.some((change) => isWithin(change.path, path))) expect(value).toBe(undefined);
      }
    }),
    { numRuns: 150 },
  );
});

test("an object that both tabs have emptied goes with the tab that removed it", () => {
  const base = { voice: { provider: "a", plan: { name: "a" } } };
  expect(mergeFields({ voice: { provider: null, plan: {} } }, fieldChanges(base, { voice: {} }))).toEqual({
    config: { voice: { provider: null } },
    clashes: [{ path: ["voice", "provider"], theirs: null }],
  });
});

test("fields of one object are merged one by one, also when it is new to both", () => {
  const yours = fieldChanges({}, { startSpeakingPlan: { waitSeconds: 1 } });
  expect(mergeFields({ startSpeakingPlan: { smart: true } }, yours)).toEqual({
    config: { startSpeakingPlan: { smart: true, waitSeconds: 1 } },
    clashes: [],
  });
  const emptied = fieldChanges({ plan: { a: 1 } }, {});
  expect(mergeFields({ plan: { a: 1 } }, emptied).config).toEqual({});
  expect(mergeFields({ plan: { a: 1, b: 2 } }, emptied)).toEqual({ config: { plan: { b: 2 } }, clashes: [] });
});

test("settings of a provider clash with another provider, as one field", () => {
  const base = { name: "Ada", voice: { provider: "openai", voiceId: "alloy" } };
  const withSpeed = { ...base, voice: { ...base.voice, speed: 2 } };
  const deepgram = { provider: "deepgram", voiceId: "thalia" };
  const { config: merged, clashes } = mergeFields({ ...base, voice: deepgram }, fieldChanges(base, withSpeed));
  expect(merged.voice).toEqual(deepgram);
  expect(clashes).toEqual([{ path: ["voice"], yours: { provider: "openai" }, theirs: deepgram }]);
  const other = mergeFields(withSpeed, fieldChanges(base, { ...base, voice: deepgram }));
  expect(other.clashes).toEqual([{ path: ["voice"], yours: deepgram, theirs: withSpeed.voice }]);
});

test("a field below what is no object any more clashes", () => {
  const changes = fieldChanges({ plan: { a: 1 } }, { plan: { a: 1, b: 2 } });
  expect(mergeFields({ plan: "off" }, changes).clashes).toEqual([{ path: ["plan"], yours: { b: 2 }, theirs: "off" }]);
});

test("what does not change stays the same object", () => {
  const before = { voice: { provider: "openai" }, hooks: [{ on: "call.ending" }], plan: { a: { b: 1 } } };
  const after = withValue(before, ["plan", "c"], 2);
  expect([after.voice === before.voice, after.hooks === before.hooks, after.plan.a === before.plan.a]).toEqual([
    true,
    true,
    true,
  ]);
  expect(before.plan).toEqual({ a: { b: 1 } });
  expect(withValue(after, ["plan", "c"], undefined)).toEqual(before);
});
