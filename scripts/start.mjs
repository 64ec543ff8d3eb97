/** `npm start`: from a fresh clone to a running server that is restarted after a crash. Skips steps that are already done. */
import path from "node:path";
import { nodeTooOld } from "./node-version.mjs";

const tooOld = nodeTooOld(process.versions.node);
if (tooOld) {
  console.error(tooOld);
  process.exit(1);
}

const { root } = await import("./workspaces.mjs");
const { installWhenNeeded } = await import("./install.mjs");
if (!(await installWhenNeeded(root, { needsDev: false }))) process.exit(1);
const { buildStale } = await import("./build.mjs");
if (!(await buildStale())) process.exit(1);

const { supervise } = await import("./supervise.mjs");
const server = path.join(root, "apps", "server", "dist", "main.js");
process.exit(await supervise(server, { name: "Callwright", execArgv: ["--enable-source-maps"] }));
