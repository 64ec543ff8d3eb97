/** The files of the repository, tracked or about to be, without what git ignores. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../workspaces.mjs";

export function listFiles() {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed.split("\0").filter((file) => file !== "" && existsSync(path.join(root, file)));
}

export function read(file) {
  return readFileSync(path.join(root, file), "utf8");
}

export const isCode = (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith(".d.ts");
