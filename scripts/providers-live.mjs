/**
 * `npm run providers:live`: the conformance suites of language models, voices and transcribers against the real services. A service without a key in the
 * environment is skipped. It costs a few cents.
 */
import { spawnSync } from "node:child_process";
import { root } from "./workspaces.mjs";

const SUITES = ["model", "voice", "transcriber"].map((part) => `packages/engine/src/providers/${part}-conformance.test.ts`);
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "--project", "unit", "--project", "voice", "--reporter", "verbose", "--test-timeout", "60000", ...SUITES],
  {
    cwd: root,
    env: { ...process.env, PROVIDERS_LIVE: "true" },
    stdio: "inherit",
  },
);
process.exitCode = status ?? 1;
