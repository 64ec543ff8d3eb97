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
  for (const file of listFiles().filter((each) => /^(packages|apps|docs)\/|^tsconfig[^/]*$|^package\.json$/.test(each))) {
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
  [
    "apps/web",
    "./tsconfig.json",
    {},
    // They register types with their libraries.
    ["apps/web/src/messages/i18n.ts", "apps/web/src/data/query-client.ts", "apps/web/src/app/routes.tsx"],
  ],
] as const)("the files that change in %s compile", PATIENT, async (folder, base, options, more) => {
  const isWeb = folder === "apps/web";
  const changed = SECTIONS.flatMap((heading) => filesOf(heading).map(({ file }) => file));
  const files = [...changed.filter((file) => /\.tsx?$/.test(file) && file.startsWith("apps/web/") === isWeb), ...more];
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

test("the server has the resource, the voice, the tool and the carrier", PATIENT, async () => {
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
    carrier: ["keys ready", "owned ready", "answersHere failed: The number's calls go to https://old.example."],
    asked: ["GET /account Bearer acme-key", "GET /numbers/%2B14155550123 Bearer acme-key"],
  });
});

const USE = `
import { createServer } from "node:http";
import { startTestServer } from "./apps/server/src/testing/start-test-server.ts";

// The API of the carrier: the account has one number, whose calls go to another server.
const asked = [];
const acme = createServer(({ method, url, headers }, response) => {
  asked.push([method, url, headers.authorization].join(" "));
  response.end(JSON.stringify({ answerUrl: "https://old.example/answer" }));
});
await new Promise((resolve) => acme.listen(0, "127.0.0.1", resolve));
const server = await startTestServer({ config: { acmeBaseUrl: "http://127.0.0.1:" + acme.address().port } });
const admin = await server.signUp();
const { status, body } = await admin.json("POST", "/snippet", { name: "Hours", text: "We are closed on Mondays." });
const names = async () => (await admin.json("GET", "/snippet")).body.map(({ name }) => name);
const listed = await names();
const { body: changed } = await admin.json("PATCH", "/snippet/" + body.id, { text: "We are closed on Sundays." });
const { status: deleted } = await admin.json("DELETE", "/snippet/" + body.id);
const keys = { provider: "acme", apiKey: "acme-key", signatureSecret: "acme-secret" };
const { body: credential } = await admin.json("POST", "/credential", keys);
const number = { provider: "acme", number: "+14155550123", credentialId: credential.id };
const { body: phoneNumber } = await admin.json("POST", "/phone-number", number);
const { steps } = (await admin.json("GET", "/phone-number/" + phoneNumber.id + "/setup")).body;
const said = ({ id, state, message }) => id + " " + state + (message === undefined ? "" : ": " + message);
const { capabilities } = (await admin.json("GET", "/server-status")).body;
console.log(JSON.stringify({
  created: { status, text: body.text },
  listed,
  changed: changed.text,
  deleted,
  left: await names(),
  voice: capabilities.providers.voice.talkwell.state,
  tool: capabilities.tools.clock.state,
  carrier: steps.filter(({ id }) => ["keys", "owned", "answersHere"].includes(id)).map(said),
  asked,
}));
await server.close();
process.exit(0);
`;
