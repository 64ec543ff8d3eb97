import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { listFiles } from "../../scripts/checks/listing.mjs";
import { bin, compile, run } from "../../scripts/run.mjs";
import { root } from "../../scripts/workspaces.mjs";
import { scratchPath } from "../harness/scratch.ts";

/** The changes of CONTRIBUTING.md, made in a copy of the product: its lists are still those that the document shows. */

/** A compiler and a server on a busy machine. */
const PATIENT = { timeout: 300_000 };

const copy = scratchPath("product");
const document = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");

/** The blocks of a language below a heading. */
function blocksOf(heading: string, language: string): string[] {
  const section = document.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, text = ""]) =>
    kind === language ? [text] : [],
  );
}

const SECTIONS = ["Add a resource", "Add a provider of voices", "Add a tool type"] as const;
const diffOf = (heading: string) => blocksOf(heading, "diff").join("");
const filesOf = (diff: string) =>
  [...diff.matchAll(/^--- (.*)\n\+\+\+ b\/(.*)$/gm)].map(([, from, to = ""]) => ({ isNew: from === "/dev/null", file: to }));

/** Every folder of packages, with the packages of this repository from the copy. */
function linkPackages(folder: string): void {
  mkdirSync(path.join(copy, folder), { recursive: true });
  for (const name of readdirSync(path.join(root, folder))) {
    if (name === "@callwright") continue;
    symlinkSync(path.join(root, folder, name), path.join(copy, folder, name));
  }
}

beforeAll(async () => {
  for (const file of listFiles().filter((each) => /^(packages|apps)\/|^tsconfig[^/]*$|^package\.json$/.test(each))) {
    mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(copy, file));
  }
  linkPackages("node_modules");
  const own = "node_modules/@callwright";
  mkdirSync(path.join(copy, own));
  for (const name of readdirSync(path.join(root, own)))
    symlinkSync(readlinkSync(path.join(root, own, name)), path.join(copy, own, name));
  for (const folder of ["packages", "apps"])
    for (const name of readdirSync(path.join(root, folder)))
      if (readdirSync(path.join(root, folder, name)).includes("node_modules")) linkPackages(`${folder}/${name}/node_modules`);
  for (const heading of SECTIONS) {
    const patch = path.join(copy, "change.diff");
    writeFileSync(patch, diffOf(heading));
    expect(await run("git", ["apply", patch], { cwd: copy, quiet: true }), heading).toMatchObject({ code: 0, output: "" });
  }
}, PATIENT.timeout);

test("a resource changes three files outside of its own folders", () => {
  const changed = filesOf(diffOf("Add a resource")).flatMap(({ file, isNew }) => (isNew ? [] : [file]));
  expect(changed).toEqual(["packages/contract/src/nouns.ts", "apps/server/src/modules.ts", "apps/web/src/app/registry.ts"]);
});

test("the files that change compile", PATIENT, async () => {
  const files = SECTIONS.flatMap((heading) => filesOf(diffOf(heading)).map(({ file }) => file));
  const compilerOptions = {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    jsx: "react-jsx",
    types: ["node", "vite/client"],
  };
  writeFileSync(
    path.join(copy, "tsconfig.growth.json"),
    JSON.stringify({ extends: "./tsconfig.base.json", compilerOptions, files }),
  );
  expect(await compile(["-p", path.join(copy, "tsconfig.growth.json")], { quiet: true })).toMatchObject({ code: 0, output: "" });
});

test("the server has the resource, the voice and the tool", PATIENT, async () => {
  const folder = path.join(copy, "apps/server");
  const generated = await run(bin("drizzle-kit"), ["generate", "--name", "snippet"], { cwd: folder, quiet: true });
  expect(generated.code, generated.output).toBe(0);
  const [migration = ""] = readdirSync(path.join(folder, "drizzle")).filter((name) => name.endsWith("_snippet.sql"));
  appendFileSync(path.join(folder, "drizzle", migration), `\n${blocksOf("Add a resource", "sql").join("")}`);
  writeFileSync(path.join(copy, "use.ts"), USE);
  const used = await run(process.execPath, ["--import", "tsx", "--conditions=callwright-source", "use.ts"], {
    cwd: copy,
    quiet: true,
  });
  expect(used.code, used.output).toBe(0);
  expect(JSON.parse(used.output)).toEqual({
    created: { status: 201, text: "We are closed on Mondays." },
    listed: ["Hours"],
    changed: "We are closed on Sundays.",
    deleted: 200,
    left: [],
    voice: "needs-credential",
    tool: "ready",
  });
});

const USE = `
import { startTestServer } from "./apps/server/src/testing/start-test-server.ts";

const server = await startTestServer();
const admin = await server.signUp();
const { status, body } = await admin.json("POST", "/snippet", { name: "Hours", text: "We are closed on Mondays." });
const names = async () => (await admin.json("GET", "/snippet")).body.map(({ name }) => name);
const listed = await names();
const { body: changed } = await admin.json("PATCH", "/snippet/" + body.id, { text: "We are closed on Sundays." });
const { status: deleted } = await admin.json("DELETE", "/snippet/" + body.id);
const { capabilities } = (await admin.json("GET", "/server-status")).body;
console.log(JSON.stringify({
  created: { status, text: body.text },
  listed,
  changed: changed.text,
  deleted,
  left: await names(),
  voice: capabilities.providers.voice.talkwell.state,
  tool: capabilities.tools.clock.state,
}));
await server.close();
process.exit(0);
`;
