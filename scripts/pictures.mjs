/**
 * `npm run pictures -- docs [name …]` takes the pictures of README and docs from the built product, with real calls, in `docs/images`.
 * `npm run pictures -- screens [name …]` takes every screen in its states, themes and widths, with contact sheets, in `pictures/`, which is
 * not committed. Needs the tools of the browser tests.
 */
import { runSource } from "./run.mjs";

await runSource("tests/pictures/main.ts", process.argv.slice(2));
