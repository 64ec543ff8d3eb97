import { ApiError } from "@callwright/client";
import type { Fields } from "@callwright/contract";
import type { Problem } from "./config-text.ts";
import { keyOf } from "./order.ts";
import { type Plan, type Step, sentBy } from "./plan.ts";
import { type Desired, problemAt } from "./read-files.ts";
import { mapReferences } from "./references.ts";
import type { Entity, Organization, Remote } from "./remote.ts";
import { type Path, valueAt } from "./values.ts";
import { resolveVariables, type Variables } from "./variables.ts";

export interface ApplyOptions {
  variables: Variables;
  /** Called after each step with the server's entity. `entity` is undefined after a deletion. */
  onDone: (step: Step, entity: Entity | undefined) => Promise<void> | void;
}

/** The step at which a push stopped. The earlier steps are done, and the next push continues from there. */
export interface Failure {
  step: Step;
  problems: Problem[];
  error: unknown;
}

/** Performs the steps in order, until one fails. */
export async function applyPlan(
  { steps, known }: Plan,
  remote: Remote,
  { variables, onDone }: ApplyOptions,
): Promise<Failure | undefined> {
  const ids = new Map(known.map(({ key, entity }) => [key, entity.id]));
  for (const step of steps) {
    try {
      const entity = await perform(step, ids, remote, variables);
      if (entity) ids.set(step.key, entity.id);
      const suiteId = step.parent === undefined ? {} : { testSuiteId: ids.get(step.parent) };
      await onDone(step, entity && { ...entity, ...suiteId });
    } catch (error) {
      return { step, error, problems: problemsOf(step, error) };
    }
  }
  return undefined;
}

/** The organization after a step. */
export function afterStep({ entities, missing }: Organization, { folder, id }: Step, entity: Entity | undefined): Organization {
  const all = entities.get(folder) ?? [];
  const isOld = (each: Entity) => each.id === (entity?.id ?? id);
  const now = entity && !all.some(isOld) ? [...all, entity] : all.flatMap((each) => (isOld(each) ? (entity ?? []) : each));
  return { missing, entities: new Map([...entities, [folder, now]]) };
}

async function perform(
  step: Step,
  ids: ReadonlyMap<string, string>,
  remote: Remote,
  variables: Variables,
): Promise<Entity | undefined> {
  const { action, part, folder, desired, key } = step;
  const suiteId = step.parent === undefined ? undefined : ids.get(step.parent);
  if (!desired) {
    await remote.remove(folder, String(step.id), suiteId);
    return undefined;
  }
  const body = resolveVariables(withIds(sentBy(step), ids), variables);
  if (part === "completion") return remote.update(folder, String(ids.get(key)), body);
  if (action === "update") return remote.update(folder, String(step.id), body, suiteId);
  return remote.create(folder, folder === "files" ? fileBody(desired, body) : body, suiteId);
}

function withIds(value: Fields, ids: ReadonlyMap<string, string>): Fields {
  return mapReferences(value, (folder, text) => ids.get(keyOf(folder, text)));
}

function fileBody({ content }: Desired, { name, content: _, ...rest }: Fields): Fields {
  return { ...rest, file: new File([(content ?? new Uint8Array()) as BlobPart], String(name)) };
}

/** The server's refusal, at the fields of the file. */
function problemsOf({ desired, key }: Step, error: unknown): Problem[] {
  const message = error instanceof Error ? error.message : String(error);
  if (!desired) return [{ file: key, message }];
  if (!(error instanceof ApiError) || error.problems.length === 0) return [problemAt(desired, [], message)];
  return error.problems.map((entry) => {
    const { path, message: sentence } = parseSentence(desired.value, entry);
    return problemAt(desired, path, sentence);
  });
}

/** A sentence of the server, `model.property color should not exist`, as path and message. */
function parseSentence(value: Fields, entry: string): { path: Path; message: string } {
  const [, dotted = "", key] = /^(?:(\S+)\.)?property (.+) should not exist$/.exec(entry) ?? [];
  if (key !== undefined) return { path: [...toPath(value, dotted), key], message: "is not a known field" };
  const [, first = "", rest = entry] = /^(\S+) (.+)$/s.exec(entry) ?? [];
  const path = toPath(value, first);
  const isAbout = Object.hasOwn(value, String(path[0])) || /^(is required|must)/.test(rest);
  return isAbout ? { path, message: rest } : { path: [], message: entry };
}

function toPath(root: Fields, dotted: string): Path {
  const path: (string | number)[] = [];
  for (const part of dotted === "" ? [] : dotted.split(".")) path.push(Array.isArray(valueAt(root, path)) ? Number(part) : part);
  return path;
}
