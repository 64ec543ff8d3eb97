import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";

/** Names and places from the whole to one value. */
export type JsonPath = readonly (string | number)[];

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

/** Limit of the time for parsing. A partial result is used. */
const PARSE_MS = 500;

/** The editor parses in the background and may lag behind the text. */
function treeOf(state: EditorState, upTo: number): Tree {
  return ensureSyntaxTree(state, upTo, PARSE_MS) ?? syntaxTree(state);
}

/** The innermost object, array or value around a position, the names that lead to it, and the property whose value it would be. */
export function pathAt(state: EditorState, position: number): { path: JsonPath; node: SyntaxNode } {
  const node = treeOf(state, position).resolveInner(position, -1);
  const path: (string | number)[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === "Property") path.unshift(nameOf(state, at));
    if (at.parent?.name === "Array") path.unshift(placeOf(at));
  }
  return { path, node };
}

/** The value at a path, or the closest thing around it. */
export function nodeAt(state: EditorState, path: JsonPath): SyntaxNode | undefined {
  let node = childValue(treeOf(state, state.doc.length).topNode);
  for (const step of path) {
    const inside = node && stepInto(state, node, step);
    if (!inside) return node;
    node = inside;
  }
  return node;
}

function stepInto(state: EditorState, node: SyntaxNode, step: string | number): SyntaxNode | undefined {
  if (node.name === "Array") return valuesOf(node)[Number(step)];
  const property = node.getChildren("Property").find((each) => nameOf(state, each) === String(step));
  return property && (childValue(property) ?? property);
}

/** The names that an object already has. */
export function namesIn(state: EditorState, object: SyntaxNode): string[] {
  return object.getChildren("Property").map((property) => nameOf(state, property));
}

function nameOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild("PropertyName");
  const text = name ? state.sliceDoc(name.from, name.to) : "";
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', "");
  }
}

function placeOf(item: SyntaxNode): number {
  return item.parent ? valuesOf(item.parent).filter((each) => each.to <= item.from).length : 0;
}

function childValue(node: SyntaxNode): SyntaxNode | undefined {
  return valuesOf(node)[0];
}

function valuesOf(node: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (VALUES.has(child.name)) values.push(child);
  return values;
}
