import type { Fields } from "@callwright/contract";
import { changesBetween, changesOf } from "./changes.ts";
import { type ConfigText, changeConfigText, type Problem, toText } from "./config-text.ts";
import { keepVariables } from "./keep-variables.ts";
import { isFolder } from "./kinds.ts";
import { type Ids, isUnread, type Known, matchResources } from "./match.ts";
import { splitOverlay } from "./overlay.ts";
import { slugsOf, wholeFileOf, wholeOf } from "./portable.ts";
import { type Desired, type FileTree, problemAt, type ReadFiles } from "./read-files.ts";
import { referencesOf } from "./references.ts";
import { isSameBytes, type Organization, type Remote } from "./remote.ts";
import { isUuid } from "./slug.ts";
import type { Sides, Synced } from "./synced.ts";
import { canonicalText, type Path } from "./values.ts";
import { type Variables, variablesOf } from "./variables.ts";

export interface PullOptions {
  variables: Variables;
  ids: Ids;
  synced?: Synced;
  /** Takes the server's values also where files were edited. */
  overwrite?: boolean;
  /** The files of other environments share the base, so a pull of one environment does not delete them. */
  environment?: string | undefined;
}

export interface Pull {
  /** New contents by path; null deletes the file. */
  writes: Map<string, Uint8Array | string | null>;
  /** Keys with local edits, which are kept. */
  edited: string[];
  /** Keys with changes on both sides, and keys without a known state. Their files are kept. */
  conflicts: string[];
  /** Variables that the files name. */
  variables: string[];
  warnings: Problem[];
  known: readonly Known[];
}

/** One resource on both sides. */
interface Pair {
  known: Known;
  server: Fields;
  desired: Desired | undefined;
  /** The file's value, with the tests of a suite. */
  file: Fields;
}

interface Context extends PullOptions {
  sides: Sides;
  pull: Pull;
}

/** The files that describe an organization. Files with the same content stay unchanged. */
export async function pullFiles(
  files: FileTree,
  { resources }: ReadFiles,
  organization: Organization,
  remote: Remote,
  options: PullOptions,
): Promise<Pull> {
  const known = matchResources(resources, organization, options.ids);
  const slugs = slugsOf(known);
  const desired = new Map(resources.map((each) => [each.key, each]));
  const pull: Pull = { writes: new Map(), edited: [], conflicts: [], variables: [], warnings: [], known };
  const context: Context = { ...options, sides: { known, resources, slugs }, pull };
  for (const each of known) {
    if (!isFolder(each.folder)) continue;
    const own = desired.get(each.key);
    const pair = {
      known: each,
      server: wholeOf(each, known, slugs),
      desired: own,
      file: own ? wholeFileOf(own, resources, slugs) : {},
    };
    if (each.folder === "files") await pullFile(files, pair, remote, context);
    else pullResource(pair, context);
    pull.warnings.push(...lostReferences(each.key, pair.server));
  }
  removeDeleted(context, organization);
  pull.variables = [...new Set([...files, ...pull.writes].flatMap(([path, text]) => variablesIn(path, text)))].sort();
  return pull;
}

function pullResource(pair: Pair, context: Context): void {
  const { known, server, desired, file } = pair;
  if (!desired) {
    if (mayCreate(known.key, context)) write(pathOf(known), undefined, toText(server) as Fields, context.pull);
    return;
  }
  if (changesOf(known.folder, server, file, context.variables).length === 0 || !mayChange(known, desired, context)) return;
  const value = keptValue(pair, context);
  if (value) writeBoth(desired, value, context.pull);
}

/** A file that was deleted here is not created again. */
function mayCreate(key: string, { synced, overwrite = false, pull }: Context): boolean {
  const isDeleted = synced?.keys.includes(key) ?? false;
  if (isDeleted && !overwrite) pull.edited.push(key);
  return overwrite || !isDeleted;
}

function mayChange(known: Known, desired: Desired, { synced, overwrite = false, sides, pull }: Context): boolean {
  if (overwrite || synced?.fileState(desired, sides) === "same") return true;
  pull[synced?.serverState(known, sides) === "same" ? "edited" : "conflicts"].push(known.key);
  return false;
}

const pathOf = ({ folder, slug }: { folder: string; slug: string }) => `${folder}/${slug}.yaml`;

/** Writes fields to the base file, except those that the environment's file sets. */
function writeBoth({ base, overlay }: Desired, wanted: Fields, pull: Pull): void {
  if (base && overlay) {
    const split = splitOverlay(base.value, overlay.value, wanted);
    write(base.file, base, split.base, pull);
    write(overlay.file, overlay, split.overlay, pull);
  } else {
    const only = base ?? overlay;
    if (only) write(only.file, only, wanted, pull);
  }
}

function write(path: string, before: ConfigText | undefined, value: Fields, pull: Pull): void {
  if (before && canonicalText(before.value) === canonicalText(value)) return;
  pull.writes.set(path, changeConfigText(before?.text, value));
}

/** The wanted content of a file. Undefined, and a conflict, if it would have a value instead of a variable. */
function keptValue({ known, server, file, desired }: Pair, { variables, overwrite = false, pull }: Context): Fields | undefined {
  const { value, lost, differing } = keepVariables(server, file, variables);
  const warn = (path: Path, message: string) =>
    pull.warnings.push(desired ? problemAt(desired, path, message) : { file: `${known.key}.yaml`, message });
  if (lost.length > 0 && !overwrite) {
    for (const path of lost) warn(path, "differs from the server, and a pull would lose a variable");
    pull.conflicts.push(known.key);
    return undefined;
  }
  for (const path of differing) warn(path, "has another value on the server than its variable has here. The variable stays");
  return value as Fields;
}

async function pullFile(files: FileTree, pair: Pair, remote: Remote, context: Context): Promise<void> {
  const { known, server, desired, file } = pair;
  const { entity, slug, key } = known;
  const content = file.content ?? contentName(slug, String(entity.originalName ?? entity.name));
  const stored = await remote.download(entity);
  const wanted = { ...server, content };
  const isSameText = changesBetween(wanted, file, context.variables).length === 0;
  if (isSameText && desired?.content && isSameBytes(desired.content, stored)) return;
  if (desired ? !mayChange(known, desired, context) : !mayCreate(key, context)) return;
  const value = desired && keptValue({ ...pair, server: wanted }, context);
  if (desired && !value) return;
  if (desired && value) writeBoth(desired, value, context.pull);
  else write(pathOf(known), undefined, toText(wanted) as Fields, context.pull);
  const path =
    desired?.contentFile ?? `${folderOf((desired?.base ?? desired?.overlay)?.file ?? pathOf(known))}${String(content)}`;
  const before = files.get(path);
  if (!before || !isSameBytes(before, stored)) context.pull.writes.set(path, stored);
}

function folderOf(path: string): string {
  return path.replace(/[^/]*$/, "");
}

function contentName(slug: string, name: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "bin";
  return `${slug}.content.${extension}`;
}

/** Deletes the files of resources that were deleted on the server. Files that were never pushed stay. */
function removeDeleted({ synced, overwrite = false, environment, sides, pull }: Context, organization: Organization): void {
  const keys = new Set(sides.known.map(({ key }) => key));
  for (const desired of sides.resources) {
    const { key, folder, base, overlay } = desired;
    if (!isFolder(folder) || isUnread(organization, key) || keys.has(key) || !synced?.keys.includes(key)) continue;
    if (synced.fileState(desired, sides) !== "same" && !overwrite) {
      pull.conflicts.push(key);
      continue;
    }
    if (overlay) remove(overlay.file, desired, sides, pull);
    if (base && environment === undefined) remove(base.file, desired, sides, pull);
    else if (base)
      pull.warnings.push({
        file: base.file,
        message: `stays for other environments. The organization of '${environment}' no longer has ${key}`,
      });
  }
}

/** Also deletes the content of an uploaded file beside it. */
function remove(file: string, { key, contentFile }: Desired, { resources }: Sides, { writes }: Pull): void {
  writes.set(file, null);
  const isShared = resources.some((other) => other.key !== key && other.contentFile === contentFile);
  if (contentFile !== undefined && folderOf(contentFile) === folderOf(file) && !isShared) writes.set(contentFile, null);
}

function lostReferences(key: string, value: Fields): Problem[] {
  const lost = referencesOf(value).filter(({ text }) => isUuid(text));
  return lost.map(({ folder, text, path }) => ({
    file: `${key}.yaml`,
    field: path.join("."),
    message: `refers to ${folder} ${text}, which the organization does not have`,
  }));
}

function variablesIn(path: string, text: Uint8Array | string | null): string[] {
  if (text === null || !path.endsWith(".yaml")) return [];
  return variablesOf(typeof text === "string" ? text : new TextDecoder().decode(text));
}
