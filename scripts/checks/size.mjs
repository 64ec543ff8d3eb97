/** `node scripts/checks/size.mjs`: the repository's lines of code, comments and tests, by workspace. `--files` lists the largest files, too. */
import { isMain } from "../workspaces.mjs";
import { isCode, listFiles, read } from "./listing.mjs";

/** Tables of names, prices and texts: data that is written as code. Their lines count apart. */
const CATALOGS = /^packages\/contract\/src\/catalog\/.*-rows\.ts$|\/messages\/en[^/]*\.ts$/;
const TESTS = /(?:^|\/)(?:tests|testing)\/|\.test\.tsx?$|\.test-d\.ts$/;
const KINDS = ["code", "comments", "tests", "catalogs"];

/** Lines of a formatted file, without blank ones. A line counts as a comment if it has no code. */
function countLines(text) {
  let code = 0;
  let comments = 0;
  let isInBlock = false;
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    if (isInBlock || /^(?:\/\/|\/\*|\{\/\*)/.test(line)) {
      comments++;
      isInBlock = isInBlock ? !line.includes("*/") : /^\{?\/\*/.test(line) && !line.includes("*/");
    } else code++;
  }
  return { code, comments };
}

function workspaceOf(file) {
  const [first, second] = file.split("/");
  return first === "apps" || first === "packages" ? `${first}/${second}` : first;
}

/** Counts by workspace. Comments are those of source; tests and catalogs count with theirs. */
function sizes(files, contentOf) {
  const byWorkspace = new Map();
  for (const file of files.filter(isCode)) {
    const { code, comments } = countLines(contentOf(file));
    const counts = byWorkspace.get(workspaceOf(file)) ?? { code: 0, comments: 0, tests: 0, catalogs: 0 };
    byWorkspace.set(workspaceOf(file), counts);
    if (TESTS.test(file)) counts.tests += code + comments;
    else if (CATALOGS.test(file)) counts.catalogs += code + comments;
    else {
      counts.code += code;
      counts.comments += comments;
    }
  }
  return byWorkspace;
}

function print(rows) {
  const columns = ["", ...KINDS];
  for (const row of [columns, ...rows])
    console.log(row.map((cell, index) => (index === 0 ? cell.padEnd(20) : String(cell).padStart(10))).join(""));
}

if (isMain(import.meta.url)) {
  const files = listFiles();
  const rows = [...sizes(files, read)].sort().map(([name, counts]) => [name, ...KINDS.map((kind) => counts[kind])]);
  print([...rows, ["all", ...KINDS.map((_, index) => rows.reduce((sum, row) => sum + row[index + 1], 0))]]);
  if (process.argv.includes("--files")) {
    const lengths = files.filter(isCode).map((file) => [file, read(file).split("\n").length - 1]);
    for (const [file, length] of lengths.sort((a, b) => b[1] - a[1]).slice(0, 30))
      console.log(`${String(length).padStart(6)}  ${file}`);
  }
}
