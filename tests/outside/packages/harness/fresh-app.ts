import { cp, writeFile } from "node:fs/promises";
import path from "node:path";
import type { OfferedPackage } from "@callwright/contract";
import { scratchPath } from "../../../harness/scratch.ts";
import { run } from "../../run.ts";
import type { RecordingRegistry } from "./recording-registry.ts";

const APPS = path.resolve(import.meta.dirname, "..", "apps");

export interface FreshAppOptions {
  /** A folder of `apps`. Default: an empty app. */
  app?: string;
  /** Files of `apps/pages` that it has, too. */
  pages?: readonly string[];
  /** Of others, as `npm install` takes them. */
  packages: readonly string[];
  /** Names of ours. */
  ours: readonly string[];
}

/** Where apps get packages from. */
export interface Sources {
  offered: readonly OfferedPackage[];
  registry: RecordingRegistry;
}

/** An app in a folder outside of the repository, installed as its developer installs it: by the lines that the server shows. */
export async function freshApp(
  { app = "empty", pages = [], packages, ours }: FreshAppOptions,
  { offered, registry }: Sources,
): Promise<string> {
  const folder = scratchPath(app);
  await cp(path.join(APPS, app), folder, { recursive: true });
  for (const page of pages) await cp(path.join(APPS, "pages", page), path.join(folder, page));
  await install(folder, [...packages, ...ours.map((name) => addressOf(name, offered))], registry);
  return folder;
}

/** The address that `npm install` takes a package of ours from. */
export function addressOf(name: string, offered: readonly OfferedPackage[]): string {
  const found = offered.find((each) => each.name === name);
  if (!found) throw new Error(`The server does not offer ${name}.`);
  return found.address;
}

/** Installs an app's own packages, and these. */
export async function install(folder: string, packages: readonly string[], registry: RecordingRegistry): Promise<void> {
  await run("npm", ["install", "--registry", registry.url, "--no-audit", "--no-fund", ...packages], { cwd: folder });
}

/** Runs a program of an app's packages. */
export const inApp = (folder: string, program: string, ...args: string[]) =>
  run(path.join(folder, "node_modules", ".bin", program), args, {
    cwd: folder,
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });

/** Writes files into an app. */
export async function addFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}
