import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as contract from "@callwright/contract";
import { expect, test } from "vitest";
import { openApiDocument } from "../../apps/server/src/api-docs/openapi/openapi-document.ts";
import { placedOperations } from "../../apps/server/src/api-docs/openapi/placed-operations.ts";
import { typescriptSample } from "../../apps/server/src/api-docs/reference/samples.ts";
import { compile } from "../../scripts/run.mjs";
import { scratchPath } from "../harness/scratch.ts";

/** Every TypeScript sample of the documents and of the API reference compiles against the sources. */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const documents = [...readdirSync(root), ...readdirSync(path.join(root, "docs")).map((name) => path.join("docs", name))].filter(
  (name) => name.endsWith(".md"),
);
const samples = documents.flatMap((name) =>
  [...readFileSync(path.join(root, name), "utf8").matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)].map(
    ([, kind = "", code = ""], index) => ({
      name: `${name.replaceAll(/\W+/g, "-")}-${index + 1}.${kind}`,
      code,
    }),
  ),
);

const reference = openApiDocument(contract.platformRoutes, contract);
const referenceSamples = placedOperations(reference).map((placed) => ({
  name: `reference-${placed.operation.operationId}.ts`,
  code: typescriptSample(placed, reference.components.schemas),
}));

/** Hundreds of files, compiled slowly on a busy machine. */
const PATIENT = { timeout: 300_000 };

test("samples compile", PATIENT, async () => {
  expect(samples.length).toBeGreaterThan(2);
  expect(referenceSamples).toHaveLength(Object.keys(contract.platformRoutes).length);
  const folder = scratchPath("samples");
  mkdirSync(folder);
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: path.join(root, "tsconfig.base.json"),
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        noEmit: true,
        lib: ["ES2023", "DOM", "DOM.Iterable"],
        jsx: "react-jsx",
        noUnusedLocals: true,
      },
      include: ["*.ts", "*.tsx"],
    }),
  );
  for (const { name, code } of [...samples, ...referenceSamples]) writeFileSync(path.join(folder, name), code);
  const compiled = await compile(["-p", folder], { quiet: true });
  expect(compiled).toMatchObject({ code: 0, output: "" });
});
