import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Tests that take too long for every change, in files with others: `test("…", { tags: "long" }, …)`. `npm test` skips them. */
export const LONG = "long";

/** Files below a folder with such tests, as paths from the root. */
export function filesWithLongTests(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.endsWith(".slow.test.ts") && !file.includes("node_modules"))
    .map((file) => path.join(folder, file))
    .filter((file) => /tags: "long"|describeLooks/.test(readFileSync(file, "utf8")));
}
