import { readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { run } from "../run.ts";
import { documentFolder, operations } from "./harness/document.ts";
import { packageProgram } from "./harness/programs.ts";

const created = documentFolder();

/** A client's file has no type error, under the strictest settings. */
async function check(folder: string, files: readonly string[]): Promise<void> {
  await symlink(path.join(import.meta.dirname, "node_modules"), path.join(folder, "node_modules")).catch(() => undefined);
  const options = ["--strict", "--noEmit", "--target", "es2023", "--module", "esnext", "--moduleResolution", "bundler"];
  await run(packageProgram("tsc"), [...options, "--lib", "es2023,dom,dom.iterable", "--skipLibCheck", ...files], { cwd: folder });
}

test("openapi-typescript: every operation, and variants that their discriminator tells apart", async () => {
  const { folder, file } = created();
  // By default, the generator also requires request fields with a default value.
  const options = ["--default-non-nullable=false", "--output", path.join(folder, "types.ts")];
  await run(packageProgram("openapi-typescript"), [file, ...options]);
  const source = await readFile(path.join(folder, "types.ts"), "utf8");
  const missing = operations.filter(({ operation }) => !source.includes(`operations["${operation.operationId}"]`));
  expect(missing.map(({ operation }) => operation.operationId)).toEqual([]);
  await writeFile(
    path.join(folder, "use-types.ts"),
    [
      'import type { components } from "./types.ts";',
      'type Voice = components["schemas"]["Voice"];',
      'export const speedOf = (voice: Voice) => (voice.provider === "11labs" ? voice.stability : undefined);',
      'export const voice: Voice = { provider: "callwright", voiceId: "slt" };',
      "// @ts-expect-error An unknown provider.",
      'export const unknown: Voice = { provider: "nobody", voiceId: "slt" };',
    ].join("\n"),
  );
  await check(folder, ["types.ts", "use-types.ts", "--allowImportingTsExtensions"]);
});

test("hey-api: a function for every operation, and streams of events", async () => {
  const { folder, file } = created();
  const output = path.join(folder, "client");
  await run(packageProgram("openapi-ts"), [
    "--input",
    file,
    "--output",
    output,
    "--client",
    "@hey-api/client-fetch",
    "--no-log-file",
  ]);
  const source = await readFile(path.join(output, "sdk.gen.ts"), "utf8");
  const missing = operations.filter(({ operation }) => !source.includes(`export const ${operation.operationId} = `));
  expect(missing.map(({ operation }) => operation.operationId)).toEqual([]);
  await check(folder, ["client/index.ts"]);
});
