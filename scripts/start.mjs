/** `npm start`: from a fresh clone to a running server, doing only what is not done yet. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { nodeTooOld } from "./node-version.mjs";

const tooOld = nodeTooOld(process.versions.node);
if (tooOld) {
  console.error(tooOld);
  process.exit(1);
}

const { root } = await import("./workspaces.mjs");
const { installWhenNeeded } = await import("./install.mjs");
if (!(await installWhenNeeded())) process.exit(1);
const { buildStale } = await import("./build.mjs");
if (!(await buildStale())) process.exit(1);

// The server runs in this process, not in a child: a Ctrl-C or a SIGTERM reaches it directly, its exit code is ours,
// and no second process outlives it.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(path.join(root, "apps", "server", "dist", "main.js")).href);
