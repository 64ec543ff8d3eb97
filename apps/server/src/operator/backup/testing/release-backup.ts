import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { SAMPLE_RECORDING } from "../../../modules/org/seed/sample-call.ts";
import { recordingBlobKey } from "../../../platform/blobs/blob-key.ts";
import { createLogger } from "../../../platform/config/logger.ts";
import { BODIES, createOneOfEach } from "../../../testing/route-requests.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { planBusy } from "../../restore/testing/busy-org.ts";
import { backup } from "../commands.ts";

/** In the environment of the server whose backup it is. */
export const RELEASE_SECRET = "the secret of a release that was upgraded";
export const RELEASE_PERSON = { email: "ada@example.com", password: "correct horse battery", name: "Ada" };
export const RELEASE_ASSISTANT = {
  name: "Kept",
  firstMessage: "Grüß Gott.",
  server: { url: "https://kept.example/hook", headers: { authorization: "Bearer kept" } },
};
export const RELEASE_FILE = "Fish and chips, 9 to 5";

/** An organization with something of each kind. */
async function fill(server: TestServer, person: TestClient): Promise<void> {
  const created = async <Body = { id: string }>(path: string, body: object, method = "POST"): Promise<Body> => {
    const answer = await person.json<Body>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const ids = await createOneOfEach(person);
  const { id: assistantId } = await created("/assistant", RELEASE_ASSISTANT);
  const { revision } = (await person.json<{ revision: number }>("GET", `/assistant/${assistantId}/draft`)).body;
  await created(`/assistant/${assistantId}/draft`, { revision, config: { ...RELEASE_ASSISTANT, name: "Drafted" } }, "PUT");
  await created("/chat", { assistantId, input: "Hello" });
  await created(`/call/${ids.call}/note`, { text: "A promising caller." });
  await created("/do-not-call", { numbers: ["+12025550177"] });
  await created("/saved-view", { screen: "calls", name: "Failed", state: { success: "false" }, isShared: true });
  await created("/price", { part: "voice", provider: "custom-voice", model: "*", unit: "1k-characters", usd: 0.5 }, "PUT");
  await created(`/campaign/${ids.campaign}/contact`, { contacts: [{ number: "+12025550101", name: "Frank" }] });
  await created("/structured-output/run", { structuredOutputId: ids["structured-output"], callIds: [ids.call] });
  await created("/token", { name: "Server" });
  await created(`/org/${person.orgId}/key-set`, BODIES.createKeySet ?? {});
  const invited = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(BODIES.inviteUsers) };
  const answer = await person.fetch(`/org/${person.orgId}/invite`, invited);
  if (!answer.ok) throw new Error(`The invitation answered ${answer.status}: ${await answer.text()}`);

  const form = new FormData();
  form.append("file", new File([RELEASE_FILE], "menu.txt", { type: "text/plain" }));
  const file = (await (await person.fetch("/file", { method: "POST", body: form })).json()) as { id: string };
  const isRead = async () => (await person.json<{ status: string }>("GET", `/file/${file.id}`)).body.status === "done";
  while (!(await isRead())) await delay(100);
  const createPlan = { type: "create", chunkPlans: [{ fileIds: [file.id] }] };
  await created("/knowledge-base", { provider: "trieve", name: "Menu", createPlan });

  // The sample's sound has a megabyte: its beginning takes its place.
  const beginning = join(await mkdtemp(join(tmpdir(), "callwright-sound-")), "beginning.wav");
  await writeFile(beginning, (await readFile(SAMPLE_RECORDING)).subarray(0, 8_000));
  await server.context.blobs.putFile(recordingBlobKey(person.orgId, ids.call ?? ""), beginning);
}

/**
 * Makes the backup of this release that `upgrade.slow.test.ts` of later releases restores:
 * `node --import tsx --conditions=callwright-source apps/server/src/operator/backup/testing/release-backup.ts <archive>`
 */
async function main(file: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "callwright-release-"));
  const server = await startTestServer({ config: { dataDir, secret: RELEASE_SECRET, allowPrivateAddresses: true } });
  try {
    const person = await server.signUp(RELEASE_PERSON);
    await fill(server, person);
    await planBusy(person, "https://kept.example/hook");
    process.stdout.write(
      await backup(server.context.config, createLogger({ logLevel: "warn" }), file, new AbortController().signal),
    );
  } finally {
    await server.close();
  }
}

const [, program = "", archive] = process.argv;
if (import.meta.url === pathToFileURL(program).href && archive !== undefined) await main(resolve(archive));
