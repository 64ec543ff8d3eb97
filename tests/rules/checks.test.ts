import { expect, test } from "vitest";
import { checkBoundaries } from "../../scripts/checks/boundaries.mjs";
import { checkHandlers } from "../../scripts/checks/handlers.mjs";
import { checkNames } from "../../scripts/checks/names.mjs";
import { checkLockfiles, checkVersions } from "../../scripts/checks/packages.mjs";
import { checkSmallFiles } from "../../scripts/checks/small-files.mjs";
import { checkStyles } from "../../scripts/checks/styles.mjs";
import { checkSyntax } from "../../scripts/checks/syntax.mjs";
import { checkWords } from "../../scripts/checks/words.mjs";

/** Every rule of our own reports what it forbids, and accepts similar code. */

type Check = (files: string[], read: (file: string) => string) => string[];

function problems(check: Check, file: string, text = ""): string[] {
  return check([file], () => text);
}

test.each([
  "packages/call/src/utils.ts",
  "packages/call/src/audio-helpers.ts",
  "packages/call/src/common/level.ts",
  "packages/call/src/editor-v2.ts",
  "apps/web/src/new/x.ts",
])("a name that says nothing is refused: %s", (file) => {
  expect(problems(checkNames, file)).toHaveLength(1);
});

test("names that say something pass", () => {
  expect(problems(checkNames, "packages/call/src/speaking-detector.test.ts")).toEqual([]);
  expect(problems(checkNames, "apps/web/src/AssistantPage.tsx", "export function AssistantPage() {}")).toEqual([]);
  expect(problems(checkNames, "apps/web/src/app/main.tsx", "render();")).toEqual([]);
});

test("a component's file bears its name", () => {
  expect(problems(checkNames, "apps/web/src/AssistantPage.tsx", "export function Assistant() {}")).toHaveLength(1);
  expect(problems(checkNames, "apps/web/src/assistant-page.tsx", "export function AssistantPage() {}")).toHaveLength(1);
});

test.each([
  ["// TO" + "DO: later", "a task left behind"],
  ["// const port = 3000;", "commented-out code"],
  ["  // if (ready) {", "a commented-out block"],
  ["const label = 'Coming " + "soon';", "a stub"],
  ["// @ts-" + "ignore", "a silenced type error"],
  ["it." + "skip('x', () => {})", "a test that does not run"],
  ['const file = "/ro' + 'ot/x";', "a path of one machine"],
])("%s is refused", (line) => {
  expect(problems(checkWords, "apps/server/src/x.ts", line)).toHaveLength(1);
});

test("a comment that says why passes", () => {
  expect(problems(checkWords, "apps/server/src/x.ts", "// The root of the tree; see below.\n// PostgreSQL's own order.")).toEqual(
    [],
  );
});

test("a type's name stands in one file", () => {
  const files = ["apps/server/src/a.ts", "packages/call/src/b.ts", "packages/call/src/b.test.ts"];
  const named = (second: string) => (file: string) => `export interface ${file === files[0] ? "Leg" : second} {}`;
  expect(checkWords(files, named("Leg"))).toEqual([
    "packages/call/src/b.ts: 'Leg' is also in apps/server/src/a.ts: one name, one thing.",
  ]);
  expect(checkWords(files, named("Line"))).toEqual([]);
});

test("many small files beside their only importer are refused", () => {
  const small = Array.from({ length: 60 }, (_, index) => `packages/call/src/part-${index}.ts`);
  const importer = "packages/call/src/index.ts";
  const read = (file: string) => (file === importer ? small.map((each) => `import "./${each.slice(18)}";`).join("\n") : "one\n");
  expect(checkSmallFiles([importer, ...small], read)).toEqual([expect.stringContaining("60 files have at most 40 lines")]);
  expect(checkSmallFiles([importer, ...small.slice(0, 10)], read)).toEqual([]);
  const late = (file: string) => read(file).replaceAll(/import (".*");/g, "import($1);");
  expect(checkSmallFiles([importer, ...small], late)).toEqual([]);
  const shared = ["packages/call/src/other.ts", ...small];
  expect(checkSmallFiles([importer, ...shared], (file: string) => (file === shared[0] ? read(importer) : read(file)))).toEqual(
    [],
  );
});

test("a relative import stays in its workspace", () => {
  expect(problems(checkBoundaries, "packages/call/src/a.ts", 'import { x } from "../../engine/src/x.ts";')).toHaveLength(1);
  expect(
    problems(checkBoundaries, "packages/call/src/a.ts", 'const x = await import("../../../apps/server/src/x.ts");'),
  ).toHaveLength(1);
  expect(problems(checkBoundaries, "packages/call/src/room/a.ts", 'import { x } from "../x.ts";')).toEqual([]);
});

test("a version is exact", () => {
  expect(problems(checkVersions, "package.json", '{"dependencies":{"convex":"^1.48.0"}}')).toHaveLength(1);
  expect(problems(checkVersions, "package.json", '{"dependencies":{"convex":"1.48.0","@callwright/call":"*"}}')).toEqual([]);
});

test("a lockfile names the packages of every platform, and no registry", () => {
  const lock = (installed: object) =>
    JSON.stringify({ packages: { "node_modules/a": { optionalDependencies: { "a-darwin": "1.0.0" } }, ...installed } });
  const locked = (installed: object) => checkLockfiles(["tests/outside/a/package-lock.json"], () => lock(installed));
  expect(locked({})).toHaveLength(1);
  expect(locked({ "node_modules/a-darwin": { version: "1.0.0" } })).toEqual([]);
  expect(locked({ "node_modules/a-darwin": { resolved: "https://registry.example.com/a-darwin.tgz" } })).toHaveLength(1);
});

const SOCKETS = "packages/realtime/src/connection.ts";

test.each([
  'socket.on("message", (data) => read(data));',
  'server.once(\n  "upgrade",\n  accept,\n);',
  "channel.onmessage = ({ data }) => read(data);",
])("a handler of what others send that is not guarded is refused: %s", (text) => {
  expect(problems(checkHandlers, SOCKETS, text)).toHaveLength(1);
});

test("guarded handlers pass, and so do those of tests and of other events", () => {
  const guarded =
    'socket.on("message", guarded(onFault, read)); channel.onmessage = null; channel.onclose = guarded(onFault, leave);';
  expect(problems(checkHandlers, SOCKETS, guarded)).toEqual([]);
  expect(problems(checkHandlers, SOCKETS, 'socket.on("error", () => {}); if (channel.onmessage === read) leave();')).toEqual([]);
  expect(problems(checkHandlers, "packages/realtime/src/connection.test.ts", 'socket.on("message", read);')).toEqual([]);
});

test("an object literal that is spread into another is refused, other spreads pass", () => {
  const spread = "packages/client/src/x.ts";
  // In two pieces, so that this file passes the check itself.
  expect(problems(checkSyntax, spread, `const a = { ...${"{ b: 1 }"}, c };`)).toHaveLength(1);
  expect(problems(checkSyntax, spread, `const a = { ...(${"{ b: 1 }"} as B) };`)).toHaveLength(1);
  expect(problems(checkSyntax, spread, "const a = { ...b, ...(c ? { d } : {}) };")).toEqual([]);
  expect(problems(checkSyntax, spread, 'const text = "Hello, ...{{ name }}";')).toEqual([]);
});

test("URL.canParse is refused", () => {
  expect(problems(checkSyntax, "packages/client/src/x.ts", `if (URL.${"canParse"}(text)) return;`)).toHaveLength(1);
});

test("a class that its CSS module does not have is refused", () => {
  const files = {
    "apps/web/src/Card.tsx":
      'import classes from "./card.module.css";\nconst a = classes.card + classes.title + file.classes.other;',
    "apps/web/src/card.module.css": ".card > p { margin: 0; }",
  };
  const read = (file: string) => files[file as keyof typeof files];
  expect(checkStyles(Object.keys(files), read)).toEqual([
    "apps/web/src/Card.tsx: 'classes.title' is no class of ./card.module.css.",
  ]);
});
