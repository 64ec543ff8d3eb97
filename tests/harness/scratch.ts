import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder that is deleted when the test process ends, in any way. */
export const scratch = mkdtempSync(path.join(tmpdir(), "callwright-tests-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

let files = 0;

/** An unused path in the scratch folder. */
export function scratchPath(name: string): string {
  files += 1;
  return path.join(scratch, `${files}-${name}`);
}
