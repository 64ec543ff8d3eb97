/**
 * `npm run backup`, `npm run restore`, `npm run restore:code`, `npm run doctor`, `npm run password`, `npm run quota`, `npm run catalog:check`, `npm run providers:live`, `npm run sip:config` and `npm run sip:doctor`: a program of the built server. Nothing is installed or built here, as `npm start` would:
 * a server may be running on what there is.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { nodeTooOld } from "./node-version.mjs";
import { root } from "./workspaces.mjs";

const [name, ...args] = process.argv.slice(2);
const program = path.join(root, "apps", "server", "dist", `${name}-main.js`);
const problem =
  nodeTooOld(process.versions.node) ??
  (existsSync(program) ? undefined : "Callwright is not built here: run 'npm ci && npm run build', then this again.");
if (problem) {
  console.error(problem);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, program, ...args];
await import(pathToFileURL(program).href);
