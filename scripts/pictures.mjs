/**
 * `node scripts/pictures.mjs` takes the pictures of the documents from the running product: a server of its own, a real call, docs/images/*.png.
 * Needs what the browser tests need.
 */
import { runSource } from "./run.mjs";

await runSource("tests/pictures.ts");
