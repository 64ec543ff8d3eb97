import { type Fields, isFields } from "@callwright/contract";
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { SecretValue } from "./secrets.ts";
import { canonicalText, type Path } from "./values.ts";
import { escapeVariables, variableText } from "./variables.ts";

/** A mistake in a file, with its place. */
export interface Problem {
  file: string;
  line?: number | undefined;
  /** Dotted; absent for the whole file. */
  field?: string | undefined;
  message: string;
}

/** A parsed file. */
export interface ConfigText {
  file: string;
  text: string;
  value: Fields;
  /** The line of a field, or of the closest field around it. */
  lineOf: (path: Path) => number | undefined;
}

const OPTIONS = { lineWidth: 120, flowCollectionPadding: true } as const;

export function parseConfigText(file: string, text: string): ConfigText | Problem[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0)
    return document.errors.map(({ pos, message }) => ({ file, line: lines.linePos(pos[0]).line, message }));
  try {
    const value: unknown = document.toJS() ?? {};
    if (!isFields(value)) return [{ file, line: 1, message: "must be a mapping of fields" }];
    return { file, text, value, lineOf: (path) => lineOf(document.contents, path, lines) };
  } catch (error) {
    return [{ file, message: error instanceof Error ? error.message : String(error) }];
  }
}

function lineOf(root: Node | null, path: Path, lines: LineCounter): number | undefined {
  let [node, offset]: [unknown, number | undefined] = [root, root?.range?.[0]];
  for (const key of path) {
    if (isMap(node)) {
      const pair = pairOf(node, key);
      if (!pair) break;
      node = pair.value;
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
    } else if (isSeq(node) && typeof key === "number") {
      const item = node.items[key] as Node | undefined;
      if (!item) break;
      node = item;
      offset = item.range?.[0] ?? offset;
    } else break;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

function pairOf(map: YAMLMap, key: string | number): Pair | undefined {
  return map.items.find((pair) => String(isScalar(pair.key) ? pair.key.value : pair.key) === String(key));
}

/** The text in a file for a value of the server. */
export function toText(value: unknown): unknown {
  if (value instanceof SecretValue) return variableText(value.variable);
  if (typeof value === "string") return escapeVariables(value);
  if (Array.isArray(value)) return value.map(toText);
  return isFields(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toText(inner)])) : value;
}

/** The text with another value. Comments and the style of what stays the same are kept. */
export function changeConfigText(text: string | undefined, value: Fields): string {
  const document = parseDocument(text ?? "", { prettyErrors: false });
  if (hasAlias(document)) {
    // A repeated value may have changed or been removed. Aliases are kept only if the text still gives the value.
    const kept = textWith(document.clone(), value);
    if (kept !== undefined && canonicalText(parseDocument(kept).toJS()) === canonicalText(value)) return kept;
    visit(document, {
      Alias: (_, alias) => document.createNode(alias.toJS(document), { aliasDuplicateObjects: false }),
    });
  }
  return String(textWith(document, value));
}

function hasAlias(document: Document): boolean {
  let found = false;
  visit(document, {
    Alias: () => {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/** Undefined if an alias repeats what is gone. */
function textWith(document: Document, value: Fields): string | undefined {
  try {
    document.contents = changed(document, document.contents, value);
    return document.toString(OPTIONS);
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

function changed(document: Document, node: unknown, value: unknown): Node {
  const old: unknown = isAlias(node) || isCollection(node) || isScalar(node) ? node.toJS(document) : undefined;
  if (node && canonicalText(old) === canonicalText(value)) return node as Node;
  if (isMap(node) && isFields(value)) return changedMap(document, node, value);
  if (isSeq(node) && Array.isArray(value)) return changedList(document, node, value);
  if (isScalar(node) && (typeof value !== "object" || value === null)) return changedScalar(node, value);
  return document.createNode(value, { aliasDuplicateObjects: false });
}

function changedMap(document: Document, map: YAMLMap, value: Fields): YAMLMap {
  map.items = map.items.filter((pair) => Object.hasOwn(value, String(isScalar(pair.key) ? pair.key.value : pair.key)));
  for (const [key, inner] of Object.entries(value)) {
    const pair = pairOf(map, key);
    if (pair) pair.value = changed(document, pair.value, inner);
    else map.items.push(new Pair(document.createNode(key), document.createNode(inner, { aliasDuplicateObjects: false })));
  }
  return map;
}

/** Kept items keep their comments, even if they move. Each other item replaces the old item at its index. */
function changedList(document: Document, list: YAMLSeq, value: readonly unknown[]): YAMLSeq {
  // The parser gives a list the comment above its first item.
  const [first] = list.items;
  if (list.commentBefore && isNode(first) && !first.commentBefore) {
    first.commentBefore = list.commentBefore;
    delete list.commentBefore;
  }
  const free = new Map(list.items.map((item) => [item, canonicalText((item as Node).toJS(document))]));
  const kept = value.map((inner) => {
    const wanted = canonicalText(inner);
    const found = [...free].find(([, text]) => text === wanted)?.[0];
    if (found !== undefined) free.delete(found);
    return found;
  });
  list.items = value.map((inner, index) => {
    const same = kept[index];
    if (same !== undefined) return same;
    const place = list.items[index];
    return changed(document, place !== undefined && free.delete(place) ? place : undefined, inner);
  });
  return list;
}

function changedScalar(scalar: Scalar, value: unknown): Scalar {
  const isText = typeof value === "string";
  // The style of the old text may not fit the new one.
  if (
    !isText ||
    (scalar.type === Scalar.PLAIN && typeof scalar.value !== "string") ||
    value.includes("\n") !== String(scalar.value).includes("\n")
  )
    delete scalar.type;
  delete scalar.source;
  delete scalar.format;
  delete scalar.tag;
  scalar.value = value;
  return scalar;
}
