import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements that are skipped: code, controls, and the frame that every page of a site repeats. */
const SKIPPED = new Set(
  "aside audio button canvas dialog footer form head iframe nav noscript object option script select style svg template textarea video".split(
    " ",
  ),
);
/** Elements that begin a line, and below those that begin a paragraph. */
const LINES = new Set("address br dd div dt figcaption li summary tr".split(" "));
const PARAGRAPHS = new Set("article blockquote details dl figure fieldset header hr main ol p pre section table ul".split(" "));
/** Adjacent breaks become one. Texts contain neither of the two characters. */
const LINE = "\v";
const PARAGRAPH = "\n\n";
const HEADING = /^h([1-6])$/;

/** The text of a web page, with its headings as in Markdown. Of a page that marks its main part, this part alone. */
export function htmlText(html: string): string {
  const document = parse(html);
  const main = find(document, isMain);
  const text = textOf(main ?? document);
  return (text.trim() === "" && main ? textOf(document) : text)
    .replace(/[ \t]*[\n\v]\s*/g, (gap) => (gap.includes(PARAGRAPH) ? PARAGRAPH : "\n"))
    .trim();
}

function textOf(node: Node): string {
  if (node.nodeName === "#text") return (node as DefaultTreeAdapterTypes.TextNode).value.replace(/\s+/g, " ");
  const name = node.nodeName;
  if (SKIPPED.has(name) || isHidden(node)) return "";
  const inner = childrenOf(node).map(textOf).join("");
  const [, level] = HEADING.exec(name) ?? [];
  if (level !== undefined)
    return inner.trim() === "" ? "" : `${PARAGRAPH}${"#".repeat(Number(level))} ${inner.replace(/\s+/g, " ").trim()}${PARAGRAPH}`;
  if (name === "td" || name === "th") return `${inner.replace(/\s+/g, " ").trim()} | `;
  if (name === "tr") return `${LINE}${inner.replace(/[\s|]+$/, "")}${LINE}`;
  if (name === "li") return `${LINE}- ${inner.trim()}${LINE}`;
  if (PARAGRAPHS.has(name)) return `${PARAGRAPH}${inner}${PARAGRAPH}`;
  return LINES.has(name) ? `${LINE}${inner}${LINE}` : inner;
}

function isMain(node: Node): boolean {
  return (node.nodeName === "main" || attribute(node, "role") === "main") && !isHidden(node);
}

function isHidden(node: Node): boolean {
  return attribute(node, "hidden") !== undefined || attribute(node, "aria-hidden") === "true";
}

function attribute(node: Node, name: string): string | undefined {
  return (node as Partial<Element>).attrs?.find((each) => each.name === name)?.value;
}

function find(node: Node, matches: (node: Node) => boolean): Node | undefined {
  if (matches(node)) return node;
  for (const child of childrenOf(node)) {
    const found = find(child, matches);
    if (found) return found;
  }
  return undefined;
}

function childrenOf(node: Node): readonly Node[] {
  return "childNodes" in node ? node.childNodes : [];
}
