import { type FileTree, type Ids, isFolder, isRead, isSkipped, LOCK_FILE } from "@callwright/config";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { z } from "zod";

/** Uploaded files of an organization have 50 MB at most. */
export const ARCHIVE_MAX_MEGABYTES = 200;

export type ArchiveProblem = "notZip" | "empty" | "tooLarge";

export class ArchiveError extends Error {
  readonly problem: ArchiveProblem;
  constructor(problem: ArchiveProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The files of a configuration, as they are in a ZIP file. */
export type Archive = ReturnType<typeof readArchive>;

const LockFile = z.record(z.string(), z.record(z.string(), z.string()));

/** Fails with an `ArchiveError`. */
export function readArchive(bytes: Uint8Array) {
  const files = withoutRoot(unpack(bytes));
  const environments = [...files.keys()].flatMap((path) => /^environments\/([^/.][^/]*)\//.exec(path)?.[1] ?? []);
  /** The files of one environment, or those that all share. */
  const tree = (environment: string | undefined): FileTree =>
    new Map([...files].filter(([path]) => isRead(path) && !prefixesOf(path).some((each) => isSkipped(each, environment))));
  if (![undefined, ...environments].some((environment) => tree(environment).size > 0)) throw new ArchiveError("empty");
  const locked = lockOf(files.get(LOCK_FILE));
  return {
    /** The names of the environments. */
    environments: [...new Set(environments)].sort(),
    tree,
    /** What the lock file knows of an organization. */
    ids: (orgId: string): Ids => locked[orgId] ?? {},
  };
}

export function writeArchive(files: ReadonlyMap<string, Uint8Array | string>, orgId: string, ids: Ids): Uint8Array {
  const lock = `${JSON.stringify({ [orgId]: ids }, null, 2)}\n`;
  const all = [...files, [LOCK_FILE, lock] as const];
  return zipSync(
    Object.fromEntries(all.map(([path, content]) => [path, typeof content === "string" ? strToU8(content) : content])),
  );
}

function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  let total = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    total += originalSize;
    if (total > ARCHIVE_MAX_MEGABYTES * 1e6) throw new ArchiveError("tooLarge");
    // Files that macOS adds.
    return !name.endsWith("/") && !name.startsWith("__MACOSX/");
  };
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter })));
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError("notZip");
  }
}

/** A ZIP file of a folder has its files below the folder's name. */
function withoutRoot(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const roots = new Set([...files.keys()].map((path) => path.split("/")[0] ?? ""));
  const [root = ""] = roots;
  const isRoot = roots.size === 1 && !isFolder(root) && root !== "environments" && !files.has(root);
  return isRoot ? new Map([...files].map(([path, content]) => [path.slice(root.length + 1), content])) : files;
}

/** `a/b/c` → `a`, `a/b`, `a/b/c` */
function prefixesOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** A damaged lock file is as good as none: names decide then. */
function lockOf(content: Uint8Array | undefined): z.infer<typeof LockFile> {
  try {
    return LockFile.parse(JSON.parse(content ? strFromU8(content) : "{}"));
  } catch {
    return {};
  }
}
