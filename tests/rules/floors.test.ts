import { describe, expect, it } from "vitest";
import { checkFloors } from "../../scripts/checks/floors.mjs";

const floors = ["app", "features/*", ["data", "kit"]];

/** The check's problems for a workspace `web` whose files import as in the table. */
function problemsOf(imports: Record<string, string[]>): string[] {
  const read = (file: string) => (imports[file] ?? []).map((target) => `import { x } from "${target}";`).join("\n");
  return checkFloors(Object.keys(imports), read, { web: { floors } });
}

describe("checkFloors", () => {
  it("allows imports of the same folder, of the same floor and of floors below", () => {
    expect(
      problemsOf({
        "web/app/main.ts": ["../features/calls/page.ts", "../kit/pill.ts", "./shell.ts"],
        "web/features/calls/page.ts": ["../chats/page.ts", "../../data/client.ts"],
        "web/kit/pill.ts": ["../data/client.ts"],
      }),
    ).toEqual([]);
  });

  it("names the file and both folders of an upward import", () => {
    expect(problemsOf({ "web/kit/pill.ts": ["../features/calls/page.ts"] })).toEqual([
      "web/kit/pill.ts: 'web/features/calls/page.ts' is an upward import: kit may not import features/calls.",
    ]);
    expect(problemsOf({ "web/features/calls/page.ts": ["../../app/session.ts"] })).toHaveLength(1);
  });

  it("sees imports that load later and imports of types", () => {
    const read = () => 'const x = await import("../app/main.ts"); import type { T } from "../app/shell.ts";';
    expect(checkFloors(["web/kit/pill.ts"], read, { web: { floors } })).toHaveLength(2);
  });

  it("refuses a circle of folders on one floor", () => {
    const circle = { "web/kit/pill.ts": ["../data/client.ts"], "web/data/client.ts": ["../kit/pill.ts"] };
    expect(problemsOf(circle)).toHaveLength(2);
  });

  it("refuses a circle through a third folder", () => {
    const circle = {
      "web/features/a/page.ts": ["../b/page.ts"],
      "web/features/b/page.ts": ["../c/page.ts"],
      "web/features/c/page.ts": ["../a/page.ts"],
    };
    expect(problemsOf(circle)).toHaveLength(3);
  });

  it("refuses an import on one floor that the workspace does not list", () => {
    const imports: Record<string, string[]> = { "web/features/calls/page.ts": ["../chats/page.ts", "../tools/page.ts"] };
    const read = (file: string) => (imports[file] ?? []).map((target) => `import "${target}";`).join("\n");
    const web = { floors, sideways: ["features/calls → features/chats"] };
    expect(checkFloors(Object.keys(imports), read, { web })).toEqual([
      "web/features/calls/page.ts: 'web/features/tools/page.ts' is an upward import: features/calls may not import features/tools.",
    ]);
  });

  it("asks for a floor of a folder that has none", () => {
    expect(problemsOf({ "web/app/main.ts": ["../charts/bar.ts"] })).toEqual([
      "web/charts: no floor. Add the folder to scripts/checks/floors.mjs.",
    ]);
  });

  it("gives a file its own floor when the table names it", () => {
    const named = { floors: [".", "kit", "config.ts"] };
    const read = (file: string) => (file === "web/kit/pill.ts" ? 'import "../config.ts"; import "../main.ts";' : "");
    expect(checkFloors(["web/kit/pill.ts", "web/config.ts", "web/main.ts"], read, { web: named })).toEqual([
      "web/kit/pill.ts: 'web/main.ts' is an upward import: kit may not import ..",
    ]);
  });

  it("puts all files of a name on one floor when the table names it with an @", () => {
    const tables = { floors: ["modules/*", "platform/*", "@tables.ts"] };
    const read = (file: string) =>
      ({
        "web/platform/db/purge.ts": 'import "../../modules/call/tables.ts";',
        "web/modules/call/tables.ts": 'import "../chat/tables.ts"; import "../../platform/db/purge.ts";',
      })[file] ?? "";
    const files = ["web/platform/db/purge.ts", "web/modules/call/tables.ts", "web/modules/chat/tables.ts"];
    expect(checkFloors(files, read, { web: tables })).toEqual([
      "web/modules/call/tables.ts: 'web/platform/db/purge.ts' is an upward import: @tables.ts may not import platform/db.",
    ]);
  });

  it("gives every folder that the table does not name the floor *", () => {
    const open = { floors: ["app", "*", "kit"] };
    const read = (file: string) => (file === "web/charts/bar.ts" ? 'import "../kit/pill.ts"; import "../app/main.ts";' : "");
    expect(checkFloors(["web/charts/bar.ts", "web/kit/pill.ts", "web/app/main.ts"], read, { web: open })).toEqual([
      "web/charts/bar.ts: 'web/app/main.ts' is an upward import: charts may not import app.",
    ]);
  });

  it("lets tests import what they need", () => {
    expect(problemsOf({ "web/kit/pill.test.ts": ["../app/main.ts"] })).toEqual([]);
    expect(problemsOf({ "web/kit/testing/fixture.ts": ["../../app/main.ts"] })).toEqual([]);
  });
});
