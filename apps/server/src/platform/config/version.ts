import { readFileSync } from "node:fs";
import { z } from "zod";

/** This release, as package.json says; the same file seen from `src` and from `dist`. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"))).version;
