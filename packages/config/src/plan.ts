import type { Fields } from "@callwright/contract";
import { type Change, changesOf } from "./changes.ts";
import { checkDesired } from "./check.ts";
import type { Problem } from "./config-text.ts";
import { FOLDERS, type Folder, isFolder, KINDS } from "./kinds.ts";
import { type Ids, isUnread, type Known, matchResources } from "./match.ts";
import { creationOrder, keyOf } from "./order.ts";
import { portableOf, type Slugs, slugsOf, withSlugs } from "./portable.ts";
import { type Desired, problemAt, type ReadFiles } from "./read-files.ts";
import { referencesOf } from "./references.ts";
import { isSameBytes, type Organization, type Remote } from "./remote.ts";
import { hideSecrets, SecretValue } from "./secrets.ts";
import { isUuid } from "./slug.ts";
import type { Sides, Synced } from "./synced.ts";
import { describePath, type Path, valueAt } from "./values.ts";
import { type Variables, variablesOf } from "./variables.ts";

export interface PlanOptions {
  variables: Variables;
  /** Ids of the lock file. */
  ids: Ids;
  /** The last common state of both sides, if it is known here. */
  synced?: Synced;
  /** Deletes resources of the lock file without a file. */
  prune?: boolean;
  /** Sends secrets that the server does not return, although they cannot be compared. */
  sendSecrets?: boolean;
  /** Fields that the contract does not know: an error, or sent as they are and listed. */
  unknownFields: "refuse" | "send";
}

/** `replace`: uploads a file as a new one, because the server cannot change it. */
export type Action = "create" | "update" | "replace" | "delete";

export interface Step {
  action: Action;
  /** Only of `create`; see `Creation`. */
  part: "whole" | "skeleton" | "completion";
  folder: Folder;
  key: string;
  /** The key of a test's suite. */
  parent: string | undefined;
  /** The id of an existing resource. */
  id: string | undefined;
  desired: Desired | undefined;
  changes: readonly Change[];
  /** The top-level fields that are sent. */
  fields: readonly string[];
}

/** Something that happened on the server since the files and the server were the same. */
export interface Drift {
  key: string;
  what: "changed" | "deleted";
}

export interface Plan {
  steps: Step[];
  /** Resources of the server without a file, which stay. */
  unmanaged: Known[];
  unchanged: number;
  drift: Drift[];
  /** Keys of resources that were found by name: a push would change them although these files never contained them. */
  adopted: string[];
  /** While there are problems, nothing can be pushed. */
  problems: Problem[];
  warnings: Problem[];
  /** Variables without a value that a push needs, and the keys of the resources. */
  missingVariables: ReadonlyMap<string, readonly string[]>;
  known: readonly Known[];
}

interface Context extends PlanOptions {
  slugs: Slugs;
  remote: Remote;
}

/** Compares files with an organization. Sends no writes. */
export async function makePlan(
  { resources, problems: fileProblems }: ReadFiles,
  organization: Organization,
  remote: Remote,
  options: PlanOptions,
): Promise<Plan> {
  const known = matchResources(resources, organization, options.ids);
  const context: Context = { ...options, remote, slugs: slugsOf(known) };
  const [problems, warnings]: [Problem[], Problem[]] = [[...fileProblems], []];

  const keys = new Set([...resources, ...known].map(({ key }) => key));
  const checked = resources.map((desired) => {
    const found = checkDesired(desired, options.variables, (folder, slug) => keys.has(keyOf(folder, slug)));
    problems.push(...found.lost);
    warnings.push(...found.warnings);
    // Another server has its own rules.
    (options.unknownFields === "send" ? warnings : problems).push(...found.problems);
    (options.unknownFields === "refuse" ? problems : warnings).push(...found.unknown);
    if (organization.missing.includes(desired.folder))
      problems.push(problemAt(desired, [], `the server has no ${desired.folder}`));
    return { ...desired, value: withSlugs(desired.value, context.slugs) };
  });

  const byKey = new Map(known.map((each) => [each.key, each]));
  const created: Desired[] = [];
  const changed: Step[] = [];
  const replacedIds = new Map<string, string>();
  let unchanged = 0;
  for (const desired of checked) {
    const existing = byKey.get(desired.key);
    if (!existing) {
      created.push(desired);
      continue;
    }
    const step = await updateStep(desired, existing, context);
    const { fixed } = KINDS[desired.folder];
    if (fixed !== undefined && step?.fields.includes(fixed))
      problems.push(
        problemAt(
          desired,
          [fixed],
          `cannot change: delete ${desired.key}, or rename the file to create another ${KINDS[desired.folder].noun}`,
        ),
      );
    if (!step) unchanged += 1;
    else if (step.action === "replace") {
      created.push(desired);
      replacedIds.set(desired.key, existing.entity.id);
    } else changed.push(step);
  }
  // References to a replaced file change with it.
  for (const desired of checked) {
    const existing = byKey.get(desired.key);
    if (!existing) continue;
    const fields = referencesOf(desired.value).filter(({ folder, text }) => replacedIds.has(keyOf(folder, text)));
    if (fields.length === 0) continue;
    const index = changed.findIndex(({ key }) => key === desired.key);
    const others = changed[index]?.changes ?? [];
    const changes = fields
      .filter(({ path }) => !others.some((other) => isWithin(path, other.path)))
      .map(({ path, text }): Change => ({ path, before: replacedIds.get(keyOf("files", text)), after: text }));
    const step = stepOf("update", desired, existing, [...others, ...changes]);
    if (index >= 0) changed[index] = step;
    else {
      changed.push(step);
      unchanged -= 1;
    }
  }

  const creations = creationOrder(created).map(({ desired, part }): Step => {
    const action = replacedIds.has(desired.key) ? "replace" : "create";
    return { ...stepOf(action, desired, undefined, []), part, id: replacedIds.get(desired.key) };
  });
  const { deleted, unmanaged } = withoutFiles(known, new Set(resources.map(({ key }) => key)), options);
  const old = options.prune ? creations.filter(({ action }) => action === "replace").map(deletionOfOld) : [];
  const steps = [...creations, ...changed, ...deleted, ...old];
  problems.push(...lostReferences(steps, organization));
  return {
    steps,
    unmanaged,
    unchanged,
    problems,
    warnings,
    known,
    adopted: adoptedOf(steps, options.ids),
    drift: driftOf({ known, resources, slugs: context.slugs }, organization, options.synced),
    missingVariables: missingVariables(steps, options.variables),
  };
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, index) => path[index] === key);
}

/** The file that a new upload replaced. */
function deletionOfOld(step: Step): Step {
  return { ...step, action: "delete", desired: undefined };
}

/** `subject`: the file, or the resource without a file. */
function stepOf(action: Action, subject: Desired | Known, existing: Known | undefined, changes: readonly Change[]): Step {
  const { folder, key, parent } = subject;
  const desired = "entity" in subject ? undefined : subject;
  // The platform's PATCH of a squad requires its members.
  const required = action === "update" && folder === "squads" ? ["members"] : [];
  const fields = [...new Set([...required, ...changes.map(({ path }) => String(path[0]))])];
  return { action, part: "whole", folder, key, parent, id: existing?.entity.id, desired, changes, fields };
}

/** The part of a file's value that a step sends. An update clears a field with null. */
export function sentBy({ action, part, folder, desired, fields }: Step): Fields {
  const value = desired?.value ?? {};
  const { fixed, skeletonOf } = KINDS[folder];
  if (action === "update") return Object.fromEntries(fields.map((field) => [field, value[field] ?? null]));
  if (part === "skeleton") return skeletonOf?.(value) ?? {};
  if (part === "completion") return Object.fromEntries(Object.entries(value).filter(([field]) => field !== fixed));
  return value;
}

async function updateStep(desired: Desired, existing: Known, context: Context): Promise<Step | undefined> {
  const server = portableOf(existing, context.slugs);
  const { content: _, ...described } = desired.value;
  const written = desired.folder === "files" ? described : desired.value;
  const hidden = hideSecrets(desired.folder, written);
  const changes = changesOf(desired.folder, server, written, context.variables, context.sendSecrets).map(
    (change): Change => ({ ...change, after: valueAt(hidden, change.path) }),
  );
  if (desired.folder === "files" && desired.content) {
    const isSame = await hasContent(existing, desired.content, context.remote);
    if (!isSame)
      changes.push({ path: ["content"], before: `${existing.entity.bytes} bytes`, after: `${desired.content.length} bytes` });
  }
  if (changes.length === 0) return undefined;
  const isReplaced = desired.folder === "files" && changes.some(({ path }) => path[0] !== "name");
  return stepOf(isReplaced ? "replace" : "update", desired, existing, changes);
}

async function hasContent({ entity }: Known, content: Uint8Array, remote: Remote): Promise<boolean> {
  if (Number(entity.bytes) !== content.length) return false;
  const stored = await remote.download(entity);
  return isSameBytes(stored, content);
}

function withoutFiles(known: readonly Known[], keys: ReadonlySet<string>, { prune = false, ids }: PlanOptions) {
  const unmanaged: Known[] = [];
  const deleted: Step[] = [];
  for (const each of known) {
    const { key, parent, entity } = each;
    // The tests of a suite are deleted or kept with it.
    if (keys.has(key) || (parent !== undefined && !keys.has(parent))) continue;
    if (!prune || ids[key] !== entity.id) unmanaged.push(each);
    else deleted.unshift(stepOf("delete", each, each, []));
  }
  deleted.sort((a, b) => FOLDERS.indexOf(b.folder) - FOLDERS.indexOf(a.folder));
  return { unmanaged, deleted };
}

/** Ids in files that do not exist in the organization. The server refuses them, unless it has them stored already. */
function lostReferences(steps: readonly Step[], { entities }: Organization): Problem[] {
  const exists = (folder: Folder, id: string) => entities.get(folder)?.some((entity) => entity.id === id);
  return steps.flatMap((step) => {
    const { desired } = step;
    if (!desired) return [];
    const lost = referencesOf(sentBy(step)).filter(({ folder, text }) => isUuid(text) && !exists(folder, text));
    return lost.map(({ folder, text, path }) =>
      problemAt(desired, path, `refers to the ${KINDS[folder].noun} ${text}, which the organization does not have`),
    );
  });
}

function missingVariables(steps: readonly Step[], variables: Variables): Map<string, string[]> {
  const missing = new Map<string, string[]>();
  for (const step of steps)
    for (const name of variablesOf(sentBy(step)))
      if (!variables(name)) missing.set(name, [...new Set([...(missing.get(name) ?? []), step.key])]);
  return missing;
}

function driftOf(sides: Sides, organization: Organization, synced: Synced | undefined): Drift[] {
  if (!synced) return [];
  const keys = new Set(sides.known.map(({ key }) => key));
  const changed = sides.known.flatMap((each): Drift[] => {
    const isChanged = isFolder(each.folder) && synced.serverState(each, sides) === "changed";
    return isChanged ? [{ key: each.key, what: "changed" }] : [];
  });
  const gone = synced.keys.filter((key) => !keys.has(key) && !isUnread(organization, key));
  return [...changed, ...gone.map((key): Drift => ({ key, what: "deleted" }))];
}

function adoptedOf(steps: readonly Step[], ids: Ids): string[] {
  // The file of a locked resource may have another name now.
  const locked = new Set(Object.values(ids));
  const found = steps.filter(
    ({ action, id }) => (action === "update" || action === "replace") && id !== undefined && !locked.has(id),
  );
  return [...new Set(found.map(({ key }) => key))];
}

/** Steps that would undo changes on the server since the last common state. */
export function overwrites({ steps, drift }: Plan): Step[] {
  const keys = new Set(drift.map(({ key }) => key));
  return steps.filter(({ key, parent, part }) => keys.has(parent ?? key) && part !== "skeleton");
}

/** `model.temperature: 0.5 → 1`. Secrets stay hidden: a value of a variable, and a value that replaces a secret. */
export function describeChange({ path, before, after }: Change): string {
  const isHiddenBefore = before !== undefined && variablesOf(after).length > 0;
  const isHiddenAfter = before instanceof SecretValue && after !== undefined && variablesOf(after).length === 0;
  const [old, wanted] = [isHiddenBefore ? HIDDEN : describeValue(before), isHiddenAfter ? HIDDEN : describeValue(after)];
  return `${describePath(path)}: ${old} → ${wanted}`;
}

const HIDDEN = "(secret)";

const SHOWN_CHARACTERS = 60;

function describeValue(value: unknown): string {
  if (value === undefined) return "(not set)";
  if (value instanceof SecretValue) return HIDDEN;
  const shown = JSON.stringify(value, (_, inner) => (inner instanceof SecretValue ? HIDDEN : inner)) ?? "";
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
}
