import { readFile, writeFile } from "node:fs/promises";
import { limitProcess } from "../../../platform/isolation/process-limits.ts";
import { languageOf, PAGE_BREAK, splitText } from "../search/split-text.ts";

/**
 * The process of `extractText`: reads the file of its first argument, whose kind is the second, and writes its text to the third and its passages
 * as lines of JSON to the fourth, for at most the milliseconds of its fifth and the memory of its sixth. Prints a sentence when there is no
 * text to be had.
 */

type Reader = (bytes: Buffer) => Promise<string> | string;

const READERS: Record<string, Reader> = { pdf: readPdf, docx: readDocx, html: readHtml };

async function readPdf(bytes: Buffer): Promise<string> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  // Fonts and pictures contain no text to read. Warnings would be mixed with the output of this process.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, disableFontFace: true });
  const { text } = await extractText(pdf, { mergePages: false });
  return text.join(PAGE_BREAK);
}

async function readDocx(buffer: Buffer): Promise<string> {
  const { default: mammoth } = await import("mammoth");
  const { value } = await mammoth.extractRawText({ buffer });
  // Raw text has no headings.
  const convertImage = mammoth.images.imgElement(async () => ({ src: "" }));
  const html = await mammoth.convertToHtml({ buffer }, { convertImage });
  const headings = new Map<string, string>();
  for (const [, level, inner = ""] of html.value.matchAll(/<h([1-6])>(.*?)<\/h\1>/g))
    headings.set(plainText(inner), "#".repeat(Number(level)));
  return value.replace(/.+/g, (line) => (headings.has(line.trim()) ? `${headings.get(line.trim())} ${line.trim()}` : line));
}

async function readHtml(bytes: Buffer): Promise<string> {
  const { htmlText } = await import("../search/html-text.ts");
  return htmlText(readPlain(bytes));
}

/** The text of what mammoth writes, which has no other entities. */
function plainText(html: string): string {
  const entities: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .trim();
}

/** UTF-16 with its mark, UTF-8, or what older programs of Windows write, which any bytes are. */
function readPlain(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "feff") return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Decoded in one call: as a stream, Node 20 treats it as Latin-1.
    return new TextDecoder("windows-1252").decode(bytes, { stream: true });
  }
}

const SCANNED = "Pages that were scanned are pictures.";
const FILLED_BY_SCRIPTS = "Its scripts are not run. Upload its text as a file.";

/** A library's error as a sentence for the person who uploaded the file. */
function sentenceOf(kind: string, error: unknown): string {
  const text = String(error);
  if (/password/i.test(text)) return "It is protected with a password. Upload it without one.";
  if (kind === "html") return "It is no web page, or one that is nested too deeply.";
  return kind === "pdf" ? "It is no PDF, or a damaged one." : "It is no Word document, or a damaged one.";
}

async function textOf(bytes: Buffer, kind: string): Promise<{ text: string; failure?: string }> {
  try {
    const text = (await (READERS[kind] ?? readPlain)(bytes)).replaceAll("\0", "");
    if (text.trim() === "") return { text, failure: `There is no text in it. ${kind === "html" ? FILLED_BY_SCRIPTS : SCANNED}` };
    return { text };
  } catch (error) {
    return { text: "", failure: sentenceOf(kind, error) };
  }
}

function linesOf(text: string, hasPages: boolean): string {
  const language = languageOf(text);
  let lines = "";
  for (const passage of splitText(text, { hasPages })) lines += `${JSON.stringify({ ...passage, language })}\n`;
  return lines;
}

const [source, kind, target, passages, timeMs, memoryBytes] = process.argv.slice(2);
if (!source || !kind || !target || !passages || !timeMs || !memoryBytes) throw new Error("read-text is started by extractText");
limitProcess({ timeMs: Number(timeMs), memoryBytes: Number(memoryBytes) });
const { text, failure } = await textOf(await readFile(source), kind);
if (failure === undefined) {
  await writeFile(target, text, { mode: 0o600 });
  await writeFile(passages, linesOf(text, kind === "pdf"), { mode: 0o600 });
} else process.stdout.write(failure);
