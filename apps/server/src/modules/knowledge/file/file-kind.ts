import { createReadStream } from "node:fs";
import { FILE_EXTENSIONS, type FileExtension, invalid, PlatformError } from "@callwright/contract";

export const FILE_MEDIA_TYPES: Record<FileExtension, string> = {
  txt: "text/plain",
  log: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  yaml: "application/yaml",
  json: "application/json",
  xml: "application/xml",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** Readers of PDF files look for its beginning in this much. */
const HEAD_BYTES = 1024;
const ZIP = "PK\u0003\u0004";
/** Control characters that no text has, in any encoding that has no zero bytes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const NO_TEXT = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
const UTF16_MARKS = ["\xff\xfe", "\xfe\xff"];

/**
 * The kind of a file, by its name and content. Fails with `file-type-not-supported` for an unknown extension, and with
 * `validation-failed` for a file that is empty, or another thing than its name says.
 */
export async function fileKind({ path, name }: { path: string; name: string }): Promise<FileExtension> {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const extension = FILE_EXTENSIONS.find((each) => each === ending);
  if (!extension) throw new PlatformError("file-type-not-supported", { supported: FILE_EXTENSIONS.join(", ") });
  const problem = await contentProblem(path, extension);
  if (problem !== undefined) throw invalid(`file ${problem}`);
  return extension;
}

/** Reads no more than is needed, and never keeps more than a piece. */
async function contentProblem(path: string, extension: FileExtension): Promise<string | undefined> {
  let isFirst = true;
  let isUtf16 = false;
  for await (const chunk of createReadStream(path, { encoding: "latin1" })) {
    if (isFirst) {
      const head = String(chunk).slice(0, HEAD_BYTES);
      if (extension === "pdf") return head.includes("%PDF-") ? undefined : "must be a PDF, as its name says";
      if (extension === "docx") return head.startsWith(ZIP) ? undefined : "must be a Word document, as its name says";
      if (head.startsWith("%PDF-")) return notText(extension);
      isUtf16 = UTF16_MARKS.some((mark) => head.startsWith(mark));
    }
    if (!isUtf16 && NO_TEXT.test(chunk)) return notText(extension);
    isFirst = false;
  }
  return isFirst ? "must not be empty" : undefined;
}

function notText(extension: FileExtension): string {
  return `must be text, as its name says (.${extension})`;
}
