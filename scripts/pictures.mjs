/**
 * `node scripts/pictures.mjs` takes the pictures of the documents from the running product: a separate server, a real call, docs/images/*.png.
 * `node scripts/pictures.mjs screens [name …]` takes every screen in its states, themes and widths, with contact sheets, in `pictures/`, which is
 * not committed. Needs the tools of the browser tests.
 */
import { runSource } from "./run.mjs";

await runSource("tests/pictures/main.ts", process.argv.slice(2));
