#!/usr/bin/env node
// npm links a command while it installs, before the build, so this file is not an output of the build.
import { existsSync } from "node:fs";

const main = new URL("../dist/main.js", import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write("Callwright's command line is not built yet. Run 'npm run build' in its folder first.\n");
  process.exitCode = 1;
}
