/**
 * `npm run voices:verify`: downloads every file of the catalog of natural voices, and compares sizes and digests. It needs internet, and 1 GB of
 * traffic; nothing is stored. `npm run voices:verify -- thorsten` checks the named voices only.
 */
import { spawnSync } from "node:child_process";
import { root } from "./workspaces.mjs";

const { status } = spawnSync(
  process.execPath,
  [
    "--import",
    "tsx",
    "--conditions=callwright-source",
    "apps/server/src/local-speech/verify-catalog.ts",
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: "inherit" },
);
process.exitCode = status ?? 1;
