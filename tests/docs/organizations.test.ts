import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type AuditEvent, KEY_SET_ALGORITHMS, PLATFORM_ERRORS } from "@callwright/contract";
import type { GenerateKeyPairResult } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import { scratchPath } from "../harness/scratch.ts";

/** docs/organizations.md: its sample creates an organization, and everything that it names exists. */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const document = readFileSync(path.join(root, "docs/organizations.md"), "utf8");

/** What the sample exports. */
interface Sample {
  registerKeys: (baseUrl: string, adminToken: string, orgId: string) => Promise<GenerateKeyPairResult>;
  mintToken: (pair: GenerateKeyPairResult, orgId: string, sub: string) => Promise<string>;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function importSample(): Promise<Sample> {
  const folder = scratchPath("organization-samples");
  mkdirSync(folder);
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const [, code = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(document) ?? [];
  const file = path.join(folder, "sample.ts");
  writeFileSync(file, code);
  return (await import(pathToFileURL(file).href)) as Sample;
}

test("a server of one's own signs a token, which opens the organization with the role it says", async () => {
  const { registerKeys, mintToken } = await importSample();
  const admin = await server.signUp();
  const pair = await registerKeys(server.url, admin.orgToken, admin.orgId);
  const token = await mintToken(pair, admin.orgId, "nightly-report");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  expect((await fetch(`${server.url}/assistant`, { headers })).status).toBe(200);
  expect((await fetch(`${server.url}/assistant`, { headers, method: "POST", body: "{}" })).status).toBe(403);
  const { body } = await admin.json<AuditEvent[]>("GET", `/org/${admin.orgId}/audit?action=createKeySet`);
  expect(body).toMatchObject([{ targetName: "Backend", actor: "user", actorId: admin.userId }]);
});

test("the errors and algorithms it names are those there are", () => {
  expect(document).toContain(`Algorithms: ${KEY_SET_ALGORITHMS.join(", ")}.`);
  for (const code of ["last-admin", "token-refused", "key-set-unavailable"]) {
    expect(document).toContain(`\`${code}\``);
    expect(PLATFORM_ERRORS).toHaveProperty(code);
  }
});
