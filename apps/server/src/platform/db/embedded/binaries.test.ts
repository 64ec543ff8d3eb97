import { cpSync, lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { loadPostgresBinaries, repairSymlinks } from "./binaries.ts";

test.runIf(process.platform !== "win32")("links that no install script made are made", async () => {
  const packageDir = resolve((await loadPostgresBinaries()).initdb, "../../..");
  const copy = mkdtempSync(join(tmpdir(), "callwright-binaries-"));
  // A package as npm unpacks it, without symlinks.
  cpSync(join(packageDir, "native"), join(copy, "native"), {
    recursive: true,
    filter: (source) => !source.includes("share") && !lstatSync(source).isSymbolicLink(),
  });
  const library = join(copy, "native/lib/libicui18n.so.60");
  expect(lstatSync(library, { throwIfNoEntry: false })).toBeUndefined();
  repairSymlinks(copy);
  repairSymlinks(copy);
  expect(lstatSync(library).isSymbolicLink()).toBe(true);
  rmSync(copy, { recursive: true });
});
