import { crc32, deflateRawSync } from "node:zlib";

const MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** A Word document of paragraphs, which are XML. */
export function docxOf(...paragraphs: string[]): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("");
  return zipOf({
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/word/document.xml" ContentType="${MAIN_TYPE}"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r" Type="${RELATION}" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
  });
}

function zipOf(files: Record<string, string>): Uint8Array {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    // Version, flags, method (deflate), time and date, checksum, sizes, length of the name.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(text), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(Buffer.byteLength(text), 18);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\0"), fields, place, Buffer.from(name)]));
    entries.push(entry);
    offset += entry.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, ...directory, end]);
}
