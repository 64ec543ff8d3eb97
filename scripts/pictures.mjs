/**
 * `node scripts/pictures.mjs` takes the pictures of the documents from the running product: a server of its own, a real call, docs/images/*.png.
 * Needs what the browser tests need.
 */
import path from "node:path";
import { run } from "./run.mjs";
import { root } from "./workspaces.mjs";

const { code } = await run(process.execPath, [
  "--import",
  "tsx",
  "--conditions=callwright-source",
  path.join(root, "tests", "pictures.ts"),
]);
process.exitCode = code;
