/**
 * `node scripts/pictures.mjs` takes the pictures of the documents from the running product: a separate server, a real call, docs/images/*.png. Needs
 * the tools of the browser tests.
 */
import { runSource } from "./run.mjs";

await runSource("tests/pictures.ts");
