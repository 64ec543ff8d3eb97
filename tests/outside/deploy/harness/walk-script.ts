/** The path of a document as a script of bash. */

/** A block of code of the document that is walked: "```sh walk", or "```sh walk online" where it loads something. */
interface Block {
  /** Of the section that it is in: "7. The service". */
  heading: string;
  isOnline: boolean;
  code: string;
}

/** What a person does and checks beside the document, as lines of bash: by section, one text after each of its blocks. */
export type Visits = Readonly<Record<string, readonly string[]>>;

function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  for (const [, title, online, code] of document.matchAll(/^### (.+)$|^```sh walk( online)?\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else blocks.push({ heading, isOnline: online !== undefined, code: code ?? "" });
  }
  return blocks;
}

/**
 * Stops at the first line that fails. Programs run in a network of their own, so that the ports and the firewall of this machine are not theirs; blocks
 * that load something run in this machine's. Fails when a visit belongs to no section.
 */
export function walkScript(document: string, settings: Readonly<Record<string, string>>, visits: Visits): string {
  const blocks = blocksOf(document);
  const headings = [...new Set(blocks.map(({ heading }) => heading))];
  const unknown = Object.keys(visits).filter((heading) => !headings.includes(heading));
  if (unknown.length > 0) throw new Error(`the document has no section ${unknown.join(", ")} with a block that is walked`);
  const sections = headings.flatMap((heading) => [
    `echo ${quoted(`\n##### ${heading}`)}`,
    ...blocks
      .filter((block) => block.heading === heading)
      .flatMap(({ code, isOnline }, index) => [isOnline ? online(code) : code, visits[heading]?.[index] ?? ""]),
  ]);
  const exported = Object.entries(settings).map(([name, value]) => `export ${name}=${quoted(value)}`);
  return ["set -eu", "exec > /walk/walk.log 2>&1", ...exported, "set -x", ...sections, "echo; echo WALKED", ""].join("\n");
}

/** A shell of its own, as the network is a process's. */
const online = (code: string) => `nsenter --net=/walk/network bash -eux -c ${quoted(code)}`;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
