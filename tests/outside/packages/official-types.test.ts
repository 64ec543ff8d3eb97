import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compile } from "../../../scripts/run.mjs";

/** The declarations of `@callwright/vapi-web` beside those of the official SDK. */

const project = (name: string) => fileURLToPath(new URL(`./official/${name}`, import.meta.url));

test("an app in the documented style compiles with the official SDK, and ours can be assigned to it", async () => {
  expect(await compile(["-p", project("tsconfig.json")], { quiet: true })).toMatchObject({ code: 0, output: "" });
});

test("the same app compiles with ours", async () => {
  expect(await compile(["-p", project("tsconfig.ours.json")], { quiet: true })).toMatchObject({ code: 0, output: "" });
});
