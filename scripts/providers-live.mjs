/**
 * `npm run providers:live`: the conformance suite of the language models against the real services. A service without a key in the
 * environment is skipped. It costs a few cents.
 */
import { spawnSync } from "node:child_process";
import { root } from "./workspaces.mjs";

const SUITE = "packages/engine/src/providers/model-conformance.test.ts";
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "--project", "unit", "--reporter", "verbose", "--test-timeout", "60000", SUITE],
  {
    cwd: root,
    env: { ...process.env, PROVIDERS_LIVE: "true" },
    stdio: "inherit",
  },
);
process.exitCode = status ?? 1;
