import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { listFiles } from "../../scripts/checks/listing.mjs";
import { bin, compile, run } from "../../scripts/run.mjs";
import { root, testsFolder } from "../../scripts/workspaces.mjs";
import { scratchPath } from "../harness/scratch.ts";
import { blocksOf, filesOf, SECTIONS } from "./contributing.ts";

/** The changes of CONTRIBUTING.md, made in a copy of the product, which is compiled and used. */

/** A compiler and a server on a busy machine. */
const PATIENT = { timeout: 300_000 };

const copy = scratchPath("product");

/** Links the packages that are installed in a folder of this tree into the copy. */
function linkPackages(folder: string): void {
  mkdirSync(path.join(copy, folder), { recursive: true });
  for (const name of readdirSync(path.join(root, folder)))
    if (name !== "@callwright" && name !== ".types") symlinkSync(path.join(root, folder, name), path.join(copy, folder, name));
}

beforeAll(async () => {
  for (const file of listFiles().filter((each) => /^(packages|apps)\/|^tsconfig[^/]*$|^package\.json$/.test(each))) {
    mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(copy, file));
  }
  linkPackages("node_modules");
  // The copy uses its own packages of the repository.
  const own = "node_modules/@callwright";
  mkdirSync(path.join(copy, own));
  for (const name of readdirSync(path.join(root, own)))
    symlinkSync(readlinkSync(path.join(root, own, name)), path.join(copy, own, name));
  for (const parent of ["packages", "apps"])
    for (const name of readdirSync(path.join(root, parent)))
      if (readdirSync(path.join(root, parent, name)).includes("node_modules")) linkPackages(`${parent}/${name}/node_modules`);
  for (const heading of SECTIONS) {
    const patch = path.join(copy, "change.diff");
    writeFileSync(patch, blocksOf(heading, "diff"));
    expect(await run("git", ["apply", patch], { cwd: copy, quiet: true }), heading).toMatchObject({ code: 0, output: "" });
  }
}, PATIENT.timeout);

test.each([
  [".", "./tsconfig.base.json", { lib: ["ES2023"], types: ["node"] }, []],
  ["apps/web", "./tsconfig.json", {}, ["apps/web/src/messages/i18n.ts", "apps/web/src/data/query-client.ts"]],
] as const)("the files that change in %s compile", PATIENT, async (folder, base, options, more) => {
  const isWeb = folder === "apps/web";
  const changed = SECTIONS.flatMap((heading) => filesOf(heading).map(({ file }) => file));
  const files = [...changed.filter((file) => file.startsWith("apps/web/") === isWeb), ...more];
  const config = {
    extends: base,
    compilerOptions: { composite: false, incremental: false, emitDeclarationOnly: false, noEmit: true, ...options },
    files: files.map((file) => path.join(copy, file)),
    include: [],
    references: [],
  };
  const file = path.join(copy, folder, "tsconfig.growth.json");
  writeFileSync(file, JSON.stringify(config));
  expect(await compile(["-p", file], { quiet: true })).toMatchObject({ code: 0, output: "" });
});

test("the server has the resource, the voice and the tool", PATIENT, async () => {
  const folder = path.join(copy, "apps/server");
  const generated = await run(bin("drizzle-kit", testsFolder), ["generate", "--name", "snippet"], { cwd: folder, quiet: true });
  expect(generated.code, generated.output).toBe(0);
  const [migration = ""] = readdirSync(path.join(folder, "drizzle")).filter((name) => name.endsWith("_snippet.sql"));
  appendFileSync(path.join(folder, "drizzle", migration), `\n${blocksOf("Add a resource", "sql")}`);
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
