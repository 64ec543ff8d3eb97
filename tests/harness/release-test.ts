import { test } from "vitest";

/**
 * A test that takes long and goes on where a shorter one of its file ends: left out of `npm test`, run by `npm run test:long`, before a
 * release. `vitest.config.ts` names the files that have such tests.
 */
export const releaseTest = test.runIf(process.env.RELEASE_TESTS === "true");
