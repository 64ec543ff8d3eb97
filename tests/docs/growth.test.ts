import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run } from "../../scripts/run.mjs";
import { scratchPath } from "../harness/scratch.ts";
import { blocksOf, filesOf, SECTIONS } from "./contributing.ts";

/** The diffs of CONTRIBUTING.md apply to this tree. `growth.slow.test.ts` uses their code. */

test.each(SECTIONS)("the diffs of '%s' apply", async (heading) => {
  const patch = scratchPath("change.diff");
  writeFileSync(patch, blocksOf(heading, "diff"));
  expect(filesOf(heading).length).toBeGreaterThan(2);
  expect(await run("git", ["apply", "--check", patch], { quiet: true })).toMatchObject({ code: 0, output: "" });
});

test("a resource changes three files outside of its own folders", () => {
  const changed = filesOf("Add a resource").flatMap(({ file, isNew }) => (isNew ? [] : [file]));
  expect(changed).toEqual(["packages/contract/src/nouns.ts", "apps/server/src/modules.ts", "apps/web/src/app/registry.ts"]);
});
