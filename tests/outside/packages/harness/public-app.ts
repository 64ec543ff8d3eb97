import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { scratchPath } from "../../../harness/scratch.ts";
import { run } from "../../run.ts";

/** A folder with git repositories by their names on GitHub, where GitHub cannot be reached. */
const FOLDER = process.env.PUBLIC_APPS_FOLDER;
const GITHUB = "https://github.com/VapiAI";

/** What a developer changes in a file. */
export interface Change {
  file: string;
  from: string;
  to: string;
}

/** An app in a repository of others, at one commit. */
export interface PublicApp {
  repository: string;
  /** 40 hex digits. */
  commit: string;
  /** Of the app in the repository. Default: all of it. */
  folder?: string;
}

/** A copy of the app outside of this repository, or undefined where GitHub cannot be reached. */
export async function checkOut({ repository, commit, folder = "." }: PublicApp): Promise<string | undefined> {
  const copy = scratchPath(repository);
  const git = (...args: string[]) => run("git", ["-C", copy, ...args], { env: { GIT_TERMINAL_PROMPT: "0" } });
  await run("git", ["init", "--quiet", copy]);
  try {
    await git("fetch", "--quiet", "--depth", "1", `${FOLDER ?? GITHUB}/${repository}`, commit);
  } catch (error) {
    if (FOLDER !== undefined) throw error;
    return undefined;
  }
  await git("checkout", "--quiet", "FETCH_HEAD");
  const app = path.join(copy, folder);
  // npm would read it, and ask the registry that it names.
  await rm(path.join(app, "yarn.lock"), { force: true });
  return app;
}

/** Fails where the file has not exactly one such place. */
export async function change(app: string, { file, from, to }: Change): Promise<void> {
  const text = await readFile(path.join(app, file), "utf8");
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} has ${text.split(from).length - 1} places with: ${from}`);
  await writeFile(path.join(app, file), before + to + after);
}
