import path from "node:path";
import { expect, test } from "vitest";
import { run } from "../run.ts";
import { documentFolder, operations } from "./harness/document.ts";
import { packageProgram } from "./harness/programs.ts";

const created = documentFolder();

test("Redocly finds no error and nothing to warn of", async () => {
  const { file } = created();
  const config = path.join(import.meta.dirname, "redocly.yaml");
  const said = await run(packageProgram("redocly"), ["lint", file, "--config", config, "--format=json"], { codes: [0, 1] });
  const found = JSON.parse(said.slice(said.indexOf("\n{") + 1, said.lastIndexOf("\n}") + 2)) as {
    totals: { errors: number; warnings: number };
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  expect(found.problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
  expect(found.totals).toMatchObject({ errors: 0, warnings: 0 });
});

test("every operation has a successful answer; only the files of a call are a redirect alone", () => {
  const found = operations
    .map(({ path: address, operation }) => ({ address, statuses: Object.keys(operation.responses) }))
    .filter(({ statuses }) => !statuses.some((status) => status.startsWith("2")))
    .map(({ address, statuses }) => `${address} ${statuses.filter((status) => status.startsWith("3")).join()}`);
  const files = ["mono", "stereo", "customer", "assistant", "video"].map((kind) => `${kind}-recording`);
  expect(found.sort()).toEqual([...files, "call-logs"].map((name) => `/call/{id}/${name} 302`).sort());
});
