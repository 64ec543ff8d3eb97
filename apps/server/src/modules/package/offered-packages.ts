import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { OfferedPackage } from "@callwright/contract";
import { z } from "zod";

/** The server serves this many builds of each package. The lockfile of a program that was installed from an older build names that build's file. */
export const KEPT_BUILDS = 10;

/** What the build writes of each package, in `packages.json`. */
const Built = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    /** The name of its file, without `.tgz`, and of the folder of its modules. */
    build: z.string(),
    /** Files in that folder, by the names of an import map. */
    modules: z.record(z.string(), z.string()),
  }),
);

/** A package with the paths of its files under `/packages/`, in place of addresses. */
export type KeptPackage = Omit<OfferedPackage, "address" | "modules"> & { file: string; modules: Record<string, string> };

interface Folders {
  /** What the build made. It is replaced by the next one. */
  built: string;
  /** Where the files of this build and of earlier ones are. */
  kept: string;
}

/**
 * Copies the packages of this build into the folder `kept`, from which they are served, and returns them. The newest `KEPT_BUILDS` builds of each
 * package stay in that folder, and older ones are deleted. A file that is already there is not written again, because lockfiles contain the hash of
 * what is at its address. Returns an empty list when `built` has no `packages.json`.
 */
export async function keepPackages({ built, kept }: Folders): Promise<KeptPackage[]> {
  const packages = Built.parse(JSON.parse((await readIfThere(join(built, "packages.json"))) ?? "[]"));
  await mkdir(kept, { recursive: true });
  for (const { build } of packages) {
    await copyOnce(join(built, build), join(kept, build));
    // The file comes last: a build whose file is there is whole.
    await copyOnce(join(built, fileOf(build)), join(kept, fileOf(build)));
  }
  await forgetOldBuilds(kept, new Set(packages.map(({ build }) => build)));
  return Promise.all(
    packages.map(async ({ build, modules, ...about }) => {
      const bytes = await readFile(join(kept, fileOf(build)));
      return {
        ...about,
        file: fileOf(build),
        integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
        sizeBytes: bytes.length,
        modules: Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, `${build}/${file}`])),
      };
    }),
  );
}

const ENDING = ".tgz";
const fileOf = (build: string) => build + ENDING;

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Copies a file or a folder under another name first, so that a server that is killed leaves no half of it. */
async function copyOnce(from: string, to: string): Promise<void> {
  if ((await isThere(to)) || !(await isThere(from))) return;
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true });
  await rename(unfinished, to);
}

/** `call-0.2.0-b1f0` → `call` */
const packageOf = (build: string) => build.replace(/-\d+\..*$/, "");

async function forgetOldBuilds(kept: string, current: ReadonlySet<string>): Promise<void> {
  const builds = (await readdir(kept)).filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
  const dated = await Promise.all(
    builds.map(async (build) => ({ build, keptMs: (await stat(join(kept, fileOf(build)))).mtimeMs })),
  );
  const newestFirst = dated.sort((a, b) => b.keptMs - a.keptMs);
  const counts = new Map<string, number>();
  for (const { build } of newestFirst) {
    const count = (counts.get(packageOf(build)) ?? 0) + 1;
    counts.set(packageOf(build), count);
    if (count <= KEPT_BUILDS || current.has(build)) continue;
    await rm(join(kept, fileOf(build)), { force: true });
    await rm(join(kept, build), { recursive: true, force: true });
  }
}
