/** The folders of the workspaces, in build order. */
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const testsFolder = path.join(root, "tests");

/** Is this module the script that Node was started with? */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(moduleUrl);
}

/**
 * Every workspace: its folder, how it is built, and the workspaces whose `dist` that needs.
 * A bundle is also stale when one of those changed.
 */
export const workspaces = [
  { folder: "packages/contract", build: "tsc", needs: [] },
  { folder: "packages/client", build: "tsc", needs: ["packages/contract"] },
  { folder: "packages/config", build: "tsc", needs: ["packages/contract", "packages/client"] },
  { folder: "packages/cli", build: "tsc", needs: ["packages/contract", "packages/client", "packages/config"] },
  { folder: "packages/call", build: "tsc", needs: ["packages/contract"] },
  { folder: "packages/widget", build: "vite", needs: ["packages/contract", "packages/call"] },
  { folder: "packages/vapi-web", build: "vite", needs: ["packages/contract", "packages/call"] },
  { folder: "packages/rules-model", build: "tsc", needs: ["packages/contract"] },
  { folder: "packages/engine", build: "tsc", needs: ["packages/contract", "packages/rules-model"] },
  { folder: "packages/realtime", build: "tsc", needs: ["packages/contract"] },
  {
    folder: "apps/server",
    build: "tsc",
    needs: ["packages/contract", "packages/rules-model", "packages/engine", "packages/realtime"],
  },
  {
    folder: "apps/web",
    build: "vite",
    needs: ["packages/contract", "packages/client", "packages/config", "packages/call", "packages/widget"],
  },
];

/** The packages that the server offers to install, by their folders. One line more offers one more. */
const PACKAGES = ["packages/call", "packages/vapi-web", "packages/client", "packages/widget", "packages/cli"];

/** How they are packed, into `dist` of the repository. */
export const offered = {
  folder: ".",
  sources: "scripts/packages",
  build: "pack",
  packages: PACKAGES,
  needs: ["packages/contract", "packages/config", ...PACKAGES],
};
