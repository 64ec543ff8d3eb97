/** `node scripts/tool.mjs <program> …` runs a program of the packages that only checks and tests need (`tests/package.json`), in the current folder. */
import { installForDevelopment } from "./install.mjs";
import { bin, run } from "./run.mjs";
import { testsFolder } from "./workspaces.mjs";

const [program, ...args] = process.argv.slice(2);
const isReady = await installForDevelopment();
process.exitCode = isReady ? (await run(bin(program, testsFolder), args, { cwd: process.cwd() })).code : 1;
