/**
 * `npm run voices:verify`: downloads every file of the catalog of natural voices and recognizers, and compares sizes and digests. It needs
 * internet, and 1.5 GB of traffic; nothing is stored. `npm run voices:verify -- thorsten` checks the named ones only.
 */
import { spawnSync } from "node:child_process";
import { root } from "./workspaces.mjs";

const { status } = spawnSync(
  process.execPath,
  [
    "--import",
    "tsx",
    "--conditions=callwright-source",
    "apps/server/src/platform/local-speech/verify-catalog.ts",
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: "inherit" },
);
process.exitCode = status ?? 1;
