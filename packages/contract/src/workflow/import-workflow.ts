import type { z } from "zod";
import { type Fields, isFields } from "../wire/fields.ts";
import { convertEdge, convertNode, withoutStartNode } from "./older-nodes.ts";
import { CreateWorkflow } from "./workflow.ts";

/** A part of an imported workflow that is missing or works differently here. */
export interface ImportNote {
  /** `dropped`: it is not in the result. `changed`: the result may behave differently. */
  kind: "dropped" | "changed";
  /** Name of the node, `from → to` of an edge, or empty for the workflow itself. */
  where: string;
  /** The field, the type of the node, or the type of the condition. */
  what: string;
}

export type ImportedWorkflow =
  | { ok: true; workflow: CreateWorkflow; notes: ImportNote[] }
  /** `notWorkflow`: the JSON has no list of nodes. `invalid`: the converted workflow breaks the contract; `detail` says where. */
  | { ok: false; reason: "notWorkflow" | "invalid"; detail: string };

/** Fields that a server writes, which an export has and a new workflow does not. */
const SERVER_FIELDS = ["id", "orgId", "createdAt", "updatedAt", "warnings"];
const MAX_REPAIRS = 500;

/**
 * Reads a workflow that was exported as JSON, also with the older node types. Values that the contract refuses are left out and named in
 * `notes`. Does not throw.
 */
export function importWorkflow(value: unknown, nameIfUnnamed: string): ImportedWorkflow {
  const source = sourceOf(value);
  if (!source) return { ok: false, reason: "notWorkflow", detail: "" };
  const notes: ImportNote[] = [];
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, each]) => !SERVER_FIELDS.includes(name) && each !== null),
  );
  const converted = withoutStartNode({
    ...given,
    name: typeof source.name === "string" && source.name !== "" ? source.name.slice(0, 80) : nameIfUnnamed,
    nodes: fieldsIn(source.nodes).map((node, index) => convertNode(node, index, notes)),
    edges: fieldsIn(source.edges).map((edge) => convertEdge(edge, notes)),
  });
  return repair(converted, notes);
}

/** Exports can have the workflow in a field. */
function sourceOf(value: unknown): Fields | undefined {
  if (!isFields(value)) return undefined;
  if (Array.isArray(value.nodes)) return value;
  return isFields(value.workflow) ? sourceOf(value.workflow) : undefined;
}

/** Removes the values that the contract refuses, one at a time, until it accepts the rest. */
function repair(start: Fields, notes: ImportNote[]): ImportedWorkflow {
  let object: unknown = start;
  let detail = "";
  for (let repairs = 0; repairs < MAX_REPAIRS; repairs += 1) {
    const parsed = CreateWorkflow.safeParse(object);
    if (parsed.success) return { ok: true, workflow: parsed.data, notes: notes.filter(isOutermost) };
    const issue = deepest(parsed.error.issues[0]);
    if (!issue) break;
    detail = `${issue.path.join(".")} ${issue.message}`;
    const path = pathToRemove(object, issue);
    if (path.length < 2 && ["name", "nodes", "edges"].includes(path[0] ?? "")) break;
    if (path.length === 0) break;
    notes.push(noteOf(object, path));
    object = without(object, path);
  }
  return { ok: false, reason: "invalid", detail };
}

/** Leaves out notes inside something that was dropped as a whole later. */
function isOutermost({ where, what }: ImportNote, _: number, notes: readonly ImportNote[]): boolean {
  return !notes.some((other) => other.where === where && what.startsWith(`${other.what}.`));
}

/** If no alternative of a union fits, the issue of the one that fits best. */
function deepest(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== "invalid_union") return issue;
  const inner = issue.errors.flat().find(({ path, code }) => path.length > 0 || code === "unrecognized_keys");
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

/** The unknown field, or the refused value. For a missing value, the object that lacks it. */
function pathToRemove(object: unknown, issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") return [...path, issue.keys[0] ?? ""];
  while (path.length > 0 && valueAt(object, path) === undefined) path.pop();
  // A node without a type or name, and an edge without an end, cannot be repaired from within.
  const [list, index, field] = path;
  const isEssential =
    (list === "nodes" && (field === "type" || field === "name")) || (list === "edges" && (field === "from" || field === "to"));
  return isEssential ? [list ?? "", index ?? ""] : path;
}

function noteOf(object: unknown, path: readonly string[]): ImportNote {
  const [list = "", index = "", ...rest] = path;
  if (list !== "nodes" && list !== "edges") return { kind: "dropped", where: "", what: path.join(".") };
  const holder = valueAt(object, [list, index]);
  const fields = isFields(holder) ? holder : {};
  const where = list === "nodes" ? String(fields.name ?? index) : `${fields.from} → ${fields.to}`;
  return { kind: "dropped", where, what: rest.length > 0 ? rest.join(".") : String(fields.type ?? list.slice(0, -1)) };
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (Array.isArray(value) || isFields(value) ? (value as Fields)[step] : undefined),
    object,
  );
}

function without(value: unknown, [step = "", ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const entries: unknown[] = value;
    const index = Number(step);
    return rest.length === 0 ? entries.filter((_, each) => each !== index) : entries.with(index, without(entries[index], rest));
  }
  if (!isFields(value)) return value;
  const { [step]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...value, [step]: without(inner, rest) };
}

function fieldsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
