import type { Campaign, CampaignContact, ContactUpload } from "@callwright/contract";
import { afterAll, expect, test } from "vitest";
import { type PlatformUser, signIn, signUp } from "../harness/platform.ts";
import { scratchPath } from "../harness/scratch.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** kill -9 while tables of contacts are uploaded: each table is stored whole or not at all, and a repeated upload adds the missing ones once. */

const ACCOUNT = { name: "Import", email: "import@example.com", password: "a long enough password" };
const TABLES = 6;
const ROWS = 500;
const options = { dataDir: scratchPath("import-kill"), database: "embedded" } as const;

let server: ServerProcess | undefined;
afterAll(() => server?.stop());

const tableOf = (index: number) =>
  Array.from({ length: ROWS }, (_, row) => ({ number: `+1202555${String(index * ROWS + row).padStart(4, "0")}` }));

async function contactsOf(user: PlatformUser, id: string): Promise<CampaignContact[]> {
  const all: CampaignContact[] = [];
  for (let page = 1; all.length === (page - 1) * 1000; page++) {
    const { body } = await user.send<{ results: CampaignContact[] }>("GET", `/campaign/${id}/contact?limit=1000&page=${page}`);
    all.push(...body.results);
  }
  return all;
}

test("of uploads that a kill interrupts no row is lost or stored twice", async () => {
  server = await startServerProcess(options);
  let user = await signUp(server.url, ACCOUNT);
  const { body: campaign } = await user.send<Campaign>("POST", "/campaign", { name: "People", paused: true });
  const upload = (index: number) =>
    user.send<ContactUpload>("POST", `/campaign/${campaign.id}/contact`, { contacts: tableOf(index) });

  // After each acknowledged table, the server is killed at a different moment of the next one.
  for (let index = 0; index < TABLES; index += 2) {
    expect((await upload(index)).body).toMatchObject({ added: ROWS, errors: [] });
    const interrupted = upload(index + 1).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, index * 15));
    await server.kill();
    const isAcknowledged = (await interrupted)?.status === 201;
    server = await startServerProcess(options);
    user = await signIn(server.url, ACCOUNT);
    const stored = await contactsOf(user, campaign.id);
    const whole = (index + 1) * ROWS;
    expect(isAcknowledged ? [whole + ROWS] : [whole, whole + ROWS]).toContain(stored.length);
    const again = (await upload(index + 1)).body;
    expect([again.added, again.errors.length]).toEqual([whole + ROWS - stored.length, stored.length - whole]);
    expect(again.errors.every(({ isDuplicate }) => isDuplicate)).toBe(true);
  }

  const contacts = await contactsOf(user, campaign.id);
  const numbers = Array.from({ length: TABLES }, (_, index) => tableOf(index)).flat();
  expect(new Set(contacts.map(({ number }) => number))).toEqual(new Set(numbers.map(({ number }) => number)));
  expect(contacts.map(({ position }) => position).sort((one, other) => one - other)).toEqual(
    numbers.map((_, index) => index + 1),
  );
});
