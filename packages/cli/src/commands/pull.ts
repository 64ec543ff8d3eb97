import { fingerprints, idsToLock, isUnread, pullFiles, readFiles } from "@callwright/config";
import { CliError } from "../cli-error.ts";
import { readConfigFolder, writeConfigFolder } from "../config/config-folder.ts";
import { parseConfigOptions } from "../config/config-options.ts";
import { describeProblem } from "../config/config-report.ts";
import { sha256 } from "../config/config-state.ts";
import { openConfig, sidesNow } from "../config/open-config.ts";
import type { Machine } from "../machine.ts";

/** `callwright pull`: writes the organization into files. Keeps comments and local edits. */
export async function pull(args: string[], machine: Machine): Promise<void> {
  const options = parseConfigOptions(args, ["overwrite"]);
  const { tree, files, organization, remote, state, target, planOptions } = await openConfig(machine, options, true);
  if (files.problems.length > 0) throw new CliError("refused", files.problems.map(describeProblem).join("\n"));
  const pulled = await pullFiles(tree, files, organization, remote, {
    ...planOptions,
    overwrite: options.overwrite,
    environment: options.environment,
  });
  await writeConfigFolder(options.dir, pulled.writes);

  const written = readFiles(await readConfigFolder(options.dir, options.environment), options.environment, files);
  const now = sidesNow(
    written.resources,
    organization,
    Object.fromEntries(pulled.known.map(({ key, entity }) => [key, entity.id])),
  );
  await state.saveIds(idsToLock(now.known, written.resources, organization, state.ids));
  const kept = new Set([...pulled.edited, ...pulled.conflicts]);
  const before = Object.entries(state.synced ?? {}).filter(([key]) => kept.has(key) || isUnread(organization, key));
  await state.saveSynced({ ...Object.fromEntries(before), ...fingerprints(now, sha256, kept) });

  const print = (line: string) => machine.stdout.write(`${line}\n`);
  print(`Pull from ${target} into ${options.dir}`);
  for (const [path, content] of pulled.writes) print(`${content === null ? "-" : tree.has(path) ? "~" : "+"} ${path}`);
  for (const key of pulled.edited) print(`= ${key} was edited here. It stays.`);
  for (const warning of pulled.warnings) print(`! ${describeProblem(warning)}`);
  if (pulled.variables.length > 0) print(`Variables in the files: ${pulled.variables.join(", ")}`);
  const counted = pulled.writes.size === 1 ? "1 file" : `${pulled.writes.size} files`;
  print(pulled.writes.size === 0 ? "Nothing to do." : `${counted} written.`);
  if (pulled.conflicts.length > 0)
    throw new CliError(
      "refused",
      `These differ from the server, and a pull would lose what was edited here: ${pulled.conflicts.join(", ")}.\nThey stay as they are. Pull with --overwrite to take the server's values.`,
    );
}
