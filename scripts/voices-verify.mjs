/**
 * `npm run voices:verify`: downloads every file of the catalog of natural voices and recognizers, and compares sizes and digests. It needs internet,
 * and 1.5 GB of traffic; it stores nothing. `npm run voices:verify -- thorsten` checks only the named ones.
 */
import { runSource } from "./run.mjs";

await runSource("apps/server/src/platform/local-speech/verify-catalog.ts", process.argv.slice(2));
