import { test } from "vitest";

/** True in `npm run test:long`. */
export const isRelease = process.env.RELEASE_TESTS === "true";

/**
 * A test that takes long and goes on where a shorter one of its file ends: left out of `npm test`, run by `npm run test:long`, before a
 * release. The project `release` of `vitest.config.ts` has the files with such tests.
 */
export const releaseTest = test.runIf(isRelease);

/** Both themes, wide and narrow: in every look before a release, else in two that differ in both. */
export const LOOKS = (
  [
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 390 },
    { colorScheme: "dark", width: 1280 },
    { colorScheme: "light", width: 390 },
  ] as const
).slice(0, isRelease ? 4 : 2);
