import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { collectDeclarations, typesPath } from "../../scripts/packages/declarations.mjs";
import {
  entriesOf,
  isForeign,
  type Manifest,
  nextRelease,
  publishedManifest,
  versionsOf,
} from "../../scripts/packages/manifest.mjs";
import { root } from "../../scripts/workspaces.mjs";

/** How the packages that a server offers come from the workspaces. */

const target = (source: string) => ({ "callwright-source": `./src/${source}.ts`, default: `./dist/${source}.js` });

const CALL = {
  name: "@callwright/call",
  version: "0.1.0",
  private: true,
  description: "Talk to a voice agent.",
  license: "MIT",
  type: "module",
  sideEffects: false,
  exports: {
    ".": target("index"),
    "./react": target("react/index"),
    "./testing": { "callwright-source": "./src/testing/call-in-test.ts" },
  },
  dependencies: { "@callwright/contract": "*", "@daily-co/daily-js": "0.92.2", "@types/react": "19.3.0" },
  peerDependencies: { react: ">=18" },
  peerDependenciesMeta: { react: { optional: true } },
};
const CONTRACT = { name: "@callwright/contract", exports: { ".": target("index") }, dependencies: { zod: "4.6.7" } };

const published = (imports: string[], manifest: Manifest = CALL) =>
  publishedManifest(manifest, {
    version: "0.2.0-b1",
    imports,
    versions: versionsOf([CALL, CONTRACT]),
    typesOf: ({ name }) => `./types/${name}.d.ts`,
    engines: { node: ">=20" },
  });

test("what an offered package exports is what its workspace builds", () => {
  expect(entriesOf(CALL)).toEqual([
    { path: ".", source: "src/index.ts", name: "index" },
    { path: "./react", source: "src/react/index.ts", name: "react" },
  ]);
  expect(published([]).exports).toEqual({
    ".": { types: "./types/index.d.ts", default: "./dist/index.js" },
    "./react": { types: "./types/react.d.ts", default: "./dist/react.js" },
    "./package.json": "./package.json",
  });
  expect(published([])).toMatchObject({ main: "./dist/index.js", types: "./types/index.d.ts" });
});

test("it depends on what its code and types import of others, and on nothing of ours", () => {
  const { dependencies, peerDependencies } = published(["zod", "@daily-co/daily-js", "react", "node:fs", "zod/v4"]);
  expect(dependencies).toEqual({ "@daily-co/daily-js": "0.92.2", zod: "4.6.7" });
  expect(peerDependencies).toEqual({ react: ">=18" });
  expect(published([])).not.toHaveProperty("private");
});

test("a program has its command, and the versions of Node that run it", () => {
  const manifest = { name: "@callwright/cli", bin: { callwright: "bin/callwright.js" } };
  expect(entriesOf(manifest)).toEqual([{ path: undefined, source: "src/main.ts", name: "main" }]);
  expect(published(["zod"], manifest)).toMatchObject({
    bin: manifest.bin,
    engines: { node: ">=20" },
    dependencies: { zod: "4.6.7" },
  });
});

test("an import that no workspace names is refused, and so are two versions of one package", () => {
  expect(() => published(["left-pad"])).toThrow("@callwright/call imports left-pad");
  expect(() => versionsOf([CONTRACT, { name: "other", dependencies: { zod: "3.0.0" } }])).toThrow("other names zod 3.0.0");
});

test.each([
  ["zod", true],
  ["lit/decorators.js", true],
  ["./call.ts", false],
  ["/repository/packages/call/src/index.ts", false],
  ["C:\\repository\\index.ts", false],
  ["@callwright/contract", false],
])("%s is an import of others: %s", (specifier, expected) => {
  expect(isForeign(specifier)).toBe(expected);
});

test("a build comes before the next release", () => {
  expect(nextRelease("0.1.0")).toBe("0.2.0");
  expect(nextRelease("1.9.3")).toBe("1.10.0");
});

const TEXTS: Record<string, string> = {
  "/call/index.d.ts":
    'export type { Call } from "@callwright/contract";\nexport { start } from "./room/start.ts";\n//# sourceMappingURL=index.d.ts.map',
  "/call/react/index.d.ts": 'import type { Call } from "@callwright/contract";\nexport declare const held: Call;',
  "/call/room/start.d.ts":
    'import { type Daily } from "@daily-co/daily-js";\nexport declare const start: () => import("../call-state.ts").State;',
  "/call/call-state.d.ts": "export type State = 1;",
  "/contract/index.d.ts": 'export * from "./call/call.ts";',
  "/contract/call/call.d.ts": 'import { z } from "zod";\nexport type Call = z.infer<import("../index.ts").Schema>;',
  "/contract/testing.d.ts": "export {};",
};

test("its types have those of our packages in folders beside each other, and only those that are needed", () => {
  const call = { name: "call", folder: "/call", manifest: CALL };
  const known = new Map<string, { name: string; folder: string; manifest: Manifest }>([
    ["@callwright/call", call],
    ["@callwright/contract", { name: "contract", folder: "/contract", manifest: CONTRACT }],
  ]);
  const read = (file: string) => TEXTS[file.split(path.sep).join("/")] ?? "";
  const { files, imports } = collectDeclarations(call, known, read);
  expect(Object.fromEntries(files)).toEqual({
    "types/call/index.d.ts": 'export type { Call } from "../contract/index.js";\nexport { start } from "./room/start.js";\n',
    "types/call/react/index.d.ts": 'import type { Call } from "../../contract/index.js";\nexport declare const held: Call;',
    "types/call/room/start.d.ts":
      'import { type Daily } from "@daily-co/daily-js";\nexport declare const start: () => import("../call-state.js").State;',
    "types/call/call-state.d.ts": "export type State = 1;",
    "types/contract/index.d.ts": 'export * from "./call/call.js";',
    "types/contract/call/call.d.ts": 'import { z } from "zod";\nexport type Call = z.infer<import("../index.js").Schema>;',
  });
  expect([...imports].sort()).toEqual(["@daily-co/daily-js", "zod"]);
  expect(typesPath(call, { source: "src/react/index.ts" })).toBe("./types/call/react/index.d.ts");
});

test("an import of ours that is not exported is refused", () => {
  const call = { name: "call", folder: "/call", manifest: CALL };
  const read = () => 'export * from "@callwright/engine";';
  expect(() => collectDeclarations(call, new Map(), read)).toThrow("imports @callwright/engine, which is not exported");
});

test("a release runs scripts of the repository, proves its origin, and is described step by step", () => {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const workflow = parse(read(".github/workflows/release.yml")) as {
    jobs: { publish: { permissions: object; steps: { run?: string }[] } };
  };
  const { steps, permissions } = workflow.jobs.publish;
  const commands = steps.flatMap(({ run }) => run ?? []);
  const named = commands.flatMap((command) => /npm run (\S+)/.exec(command)?.[1] ?? []);
  expect(named).toEqual(["build", "pack:release"]);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  expect(commands.at(-1)).toMatch(/npm publish .* --provenance/);
  expect(permissions).toMatchObject({ "id-token": "write" });
  for (const name of named) expect(read("docs/releasing.md")).toContain(`npm run ${name}\n`);
});
