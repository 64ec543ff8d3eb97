import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OfferedPackage } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { KEPT_BUILDS, keepPackages } from "./offered-packages.ts";

/** What a server offers to install, from its build to the answers. */

let folder: string;
let built: string;
let server: TestServer;

/** What the build makes of one package. */
async function buildCall(version: string, content: string): Promise<void> {
  await rm(built, { recursive: true, force: true });
  const build = `call-${version}`;
  await mkdir(join(built, build), { recursive: true });
  await writeFile(join(built, `${build}.tgz`), content);
  await writeFile(join(built, build, "index.js"), `export default ${JSON.stringify(content)};`);
  const about = { name: "@callwright/call", version, description: "Talk to a voice agent.", build };
  await writeFile(join(built, "packages.json"), JSON.stringify([{ ...about, modules: { "@callwright/call": "index.js" } }]));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-packages-"));
  built = join(folder, "built");
  await buildCall("0.2.0-b1", "first");
  server = await startTestServer({ packagesFolder: built, config: { publicUrl: "https://voice.example.com" } });
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true });
});

const local = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);

test("GET /packages lists them for everybody, at the address of the server", async () => {
  const response = await local("/packages");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const integrity = `sha512-${createHash("sha512").update("first").digest("base64")}`;
  expect(await response.json()).toEqual([
    {
      name: "@callwright/call",
      version: "0.2.0-b1",
      description: "Talk to a voice agent.",
      address: "https://voice.example.com/packages/call-0.2.0-b1.tgz",
      integrity,
      sizeBytes: 5,
      modules: { "@callwright/call": "https://voice.example.com/packages/call-0.2.0-b1/index.js" },
    },
  ] satisfies OfferedPackage[]);
});

test("their files never change, and pages of every origin may load them", async () => {
  const file = await local("/packages/call-0.2.0-b1.tgz");
  expect(await file.text()).toBe("first");
  expect(file.headers.get("content-type")).toBe("application/gzip");
  expect(file.headers.get("content-encoding")).toBeNull();
  const module = await local("/packages/call-0.2.0-b1/index.js");
  expect(module.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  for (const { headers } of [file, module]) {
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  }
});

test.each(["/packages/call-0.1.0.tgz", "/packages/packages.json", "/packages/..%2f..%2fpackage.json", "/packages/call-0.2.0-b1"])(
  "%s is a 404",
  async (path) => {
    const response = await local(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not-found" });
  },
);

test("the files of older builds stay, and a file that is kept does not change", async () => {
  const kept = join(folder, "kept");
  await keepPackages({ built, kept });
  await buildCall("0.2.0-b2", "second");
  await keepPackages({ built, kept });
  expect((await readdir(kept)).sort()).toEqual(["call-0.2.0-b1", "call-0.2.0-b1.tgz", "call-0.2.0-b2", "call-0.2.0-b2.tgz"]);
  await buildCall("0.2.0-b2", "other bytes of the same build");
  const [packed] = await keepPackages({ built, kept });
  expect(packed?.sizeBytes).toBe("second".length);
});

test("the oldest builds are deleted when there are too many, but not one that is offered", async () => {
  const kept = join(folder, "many");
  for (let build = 1; build <= KEPT_BUILDS + 2; build += 1) {
    await buildCall(`0.2.0-b${build}`, String(build));
    await keepPackages({ built, kept });
    // Kept in this order, however fast the disk is.
    await utimes(join(kept, `call-0.2.0-b${build}.tgz`), build, build);
  }
  const builds = async () => (await readdir(kept)).filter((name) => name.endsWith(".tgz"));
  expect(await builds()).toHaveLength(KEPT_BUILDS);
  expect(await readdir(kept)).not.toContain("call-0.2.0-b1");
  // An operator goes back to the oldest one.
  await buildCall("0.2.0-b3", "3");
  await writeFile(join(kept, "call-0.2.0-b99.tgz"), "newer");
  await keepPackages({ built, kept });
  expect(await builds()).toHaveLength(KEPT_BUILDS + 1);
  expect(await builds()).toContain("call-0.2.0-b3.tgz");
});

test("a server without built packages offers none", async () => {
  expect(await keepPackages({ built: join(folder, "absent"), kept: join(folder, "none") })).toEqual([]);
});
