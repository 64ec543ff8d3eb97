import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { run } from "../run.ts";
import { documentFolder, operations } from "./harness/document.ts";
import { pythonProgram } from "./harness/programs.ts";

const created = documentFolder();

/** The generator must treat sound as bytes, because it knows no other media type for them. */
const CONFIG = "content_type_overrides:\n  audio/wav: application/octet-stream\n";

test("openapi-python-client: every operation with its result, and modules that Python loads", async () => {
  const { folder, file } = created();
  await writeFile(path.join(folder, "config.yaml"), CONFIG);
  const client = path.join(folder, "client");
  const said = await run(pythonProgram("openapi-python-client"), [
    ...["generate", "--path", file, "--output-path", client, "--meta", "none", "--config", path.join(folder, "config.yaml")],
  ]);
  expect(said).not.toMatch(/WARNING|ERROR/);
  const modules = (await readdir(path.join(client, "api"), { recursive: true })).filter(
    (name) => name.endsWith(".py") && !name.endsWith("__init__.py"),
  );
  expect(modules).toHaveLength(operations.length);
  // The function `sync` exists if a result has a type.
  const answering = operations.filter(({ operation }) =>
    Object.values(operation.responses).some((answer) => "description" in answer && answer.content !== undefined),
  );
  const sources = await Promise.all(modules.map((name) => readFile(path.join(client, "api", name), "utf8")));
  expect(sources.filter((source) => source.includes("\ndef sync(")).length).toBeGreaterThanOrEqual(answering.length);
  await run(
    pythonProgram("python"),
    [
      "-c",
      "import pkgutil, importlib, client\nfor each in pkgutil.walk_packages(client.__path__, 'client.'): importlib.import_module(each.name)",
    ],
    { cwd: folder },
  );
});
