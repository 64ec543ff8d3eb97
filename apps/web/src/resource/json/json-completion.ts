import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { alternativesOf, type JsonSchema, resolved } from "../form/json-schema.ts";
import { namesIn, pathAt } from "./json-position.ts";
import { readJson } from "./json-text.ts";
import { schemasAt } from "./schema-at.ts";

/** Completes fields that the schema allows at the cursor, and the values of enumerations. */
export function jsonCompletion(schema: JsonSchema, root: JsonSchema): CompletionSource {
  return (context) => {
    const { node } = pathAt(context.state, context.pos);
    const object = node.name === "PropertyName" ? node.parent?.parent : node.name === "Object" ? node : undefined;
    if (object && !isAfterColon(context)) return completeName(context, node, object, schema, root);
    return completeValue(context, node, schema, root);
  };
}

function isAfterColon({ state, pos }: CompletionContext): boolean {
  return /:\s*$/.test(state.sliceDoc(Math.max(0, pos - 40), pos));
}

function completeName(
  context: CompletionContext,
  node: SyntaxNode,
  object: SyntaxNode,
  schema: JsonSchema,
  root: JsonSchema,
): CompletionResult | null {
  const { state } = context;
  const isWritten = node.name === "PropertyName";
  if (!isWritten && !context.explicit && !/["{,]\s*$/.test(state.sliceDoc(0, context.pos))) return null;
  const present = new Set(namesIn(state, object));
  const { path } = pathAt(state, object.from + 1);
  const options = schemasAt(schema, root, path, wholeValue(state)).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties)
      .filter(([name]) => !present.has(name) || (isWritten && state.sliceDoc(node.from, node.to).includes(name)))
      .map(([name, each]) => nameOption(name, resolved(each, root), required.includes(name), isWritten && hasValue(node), root)),
  );
  return { from: isWritten ? node.from : context.pos, options: unique(options), validFor: /^"?\w*"?$/ };
}

function hasValue(name: SyntaxNode): boolean {
  return name.nextSibling !== null && name.nextSibling.name !== "⚠";
}

function nameOption(name: string, schema: JsonSchema, isRequired: boolean, keepsValue: boolean, root: JsonSchema): Completion {
  return {
    label: `"${name}"`,
    type: "property",
    boost: isRequired ? 1 : 0,
    apply: keepsValue ? `"${name}"` : `"${name}": ${emptyValue(schema, root)}`,
    ...(schema.title ? { detail: schema.title } : {}),
    ...(schema.description ? { info: schema.description } : {}),
  };
}

/** Placeholder of a value. */
function emptyValue(schema: JsonSchema, root: JsonSchema): string {
  const [first = {}] = alternativesOf(schema, root);
  if (schema.default !== undefined) return JSON.stringify(schema.default);
  if (first.const !== undefined) return JSON.stringify(first.const);
  return (
    { string: '""', object: "{}", array: "[]", boolean: "false", number: "0", integer: "0", null: "null" }[String(first.type)] ??
    ""
  );
}

function completeValue(
  context: CompletionContext,
  node: SyntaxNode,
  schema: JsonSchema,
  root: JsonSchema,
): CompletionResult | null {
  const { state, pos } = context;
  const { path } = pathAt(state, pos);
  const isWritten = ["String", "True", "False", "Null", "Number"].includes(node.name);
  const values = schemasAt(schema, root, path, wholeValue(state)).flatMap(valuesOf);
  if (values.length === 0) return null;
  const options = values.map((value): Completion => ({ label: JSON.stringify(value), type: "enum" }));
  const from = isWritten ? node.from : (context.matchBefore(/\w+/)?.from ?? pos);
  return { from, options: unique(options), validFor: /^"?[^"]*"?$/ };
}

function valuesOf(schema: JsonSchema): unknown[] {
  if (schema.type === "boolean") return [true, false];
  return schema.enum ?? (schema.const === undefined ? (schema.examples ?? []) : [schema.const]);
}

/** The parsed text; undefined while it is not JSON. Then unions are not narrowed, and too many fields are offered. */
function wholeValue(state: EditorState): unknown {
  const read = readJson(state.doc.toString());
  return read.ok ? read.value : undefined;
}

function unique(options: readonly Completion[]): Completion[] {
  return [...new Map(options.map((option) => [option.label, option])).values()];
}
