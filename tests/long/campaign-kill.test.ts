import type { Campaign, CampaignContact, PhoneNumber, SimulatedOutcome } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { type PlatformUser, signIn, signUp } from "../harness/platform.ts";
import { scratchPath } from "../harness/scratch.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** kill -9 of the server in the middle of a campaign with real call hosts and sound, twice: nobody is dialed twice, and nobody is left out. */

const ACCOUNT = { name: "Campaign", email: "campaign@example.com", password: "a long enough password" };
const PEOPLE = 200;
const options = { dataDir: scratchPath("kill-campaign-data"), database: "embedded", env: { LOG_LEVEL: "info" } } as const;
const outcomes = { answers: 30, voicemail: 10, busy: 25, noAnswer: 10, declined: 20, wrongPerson: 5 };
/** A mailbox that is not recognized is taken for a person. */
const MEANS: Record<Exclude<SimulatedOutcome, "handset">, readonly string[]> = {
  answers: ["answered"],
  wrongPerson: ["answered"],
  voicemail: ["answered", "voicemail"],
  busy: ["busy"],
  noAnswer: ["noAnswer"],
  declined: ["declined"],
};

let server: ServerProcess;
let user: PlatformUser;
/** The output of the killed servers. */
let printed = "";
beforeAll(async () => {
  server = await startServerProcess(options);
  user = await signUp(server.url, ACCOUNT);
});
afterAll(() => server?.stop());

async function create<Entity>(path: string, body: object): Promise<Entity & { id: string }> {
  const { status, body: created } = await user.send<Entity & { id: string }>("POST", path, body);
  expect(status).toBe(201);
  return created;
}

async function restart(): Promise<void> {
  await server.kill();
  printed += server.output();
  server = await startServerProcess(options);
  user = await signIn(server.url, ACCOUNT);
}

/** The simulated line's outcomes, by call. */
function dialedByLine(): Map<string, SimulatedOutcome> {
  const lines = `${printed}${server.output()}`.split("\n").filter((line) => line.includes("the simulated line dials"));
  const entries = lines.map((line): [string, SimulatedOutcome] => {
    const { callId, outcome } = JSON.parse(line.slice(line.indexOf("{"))) as { callId: string; outcome: SimulatedOutcome };
    return [callId, outcome];
  });
  // A call that is dialed twice would be lost in the map.
  expect(new Set(entries.map(([callId]) => callId)).size).toBe(entries.length);
  return new Map(entries);
}

test("the report of a campaign that was killed twice agrees with the line's log, row by row", {
  timeout: 1_500_000,
}, async () => {
  const phone = await create<PhoneNumber>("/phone-number", { provider: "simulated", ringSeconds: 5, outcomes, seed: 3 });
  const assistant = await create("/assistant", {
    name: "Caller",
    model: {
      provider: "callwright",
      model: "builtin",
      messages: [{ role: "system", content: "We are open from nine to five." }],
    },
    // The assistant says its message and hangs up.
    firstMessage: "Your order is ready. Goodbye.",
    endCallPhrases: ["Goodbye"],
  });
  const customers = Array.from({ length: PEOPLE }, (_, index) => ({ number: `+1202555${2_000 + index}` }));
  const plan = { name: "Orders", assistantId: assistant.id, phoneNumberId: phone.id, customers, maxConcurrency: 6 };
  const { id } = await create<Campaign>("/campaign", plan);
  const get = async () => {
    const [campaign] = (await user.send<{ results: Campaign[] }>("GET", `/campaign?id=${id}`)).body.results;
    if (!campaign) throw new Error("the campaign is gone");
    return campaign;
  };
  const dialed = (atLeast: number) =>
    eventually(`${atLeast} people to be dialed`, async () => ((await get()).dialed ?? 0) >= atLeast || undefined, 600_000);
  await dialed(PEOPLE / 4);
  await restart();
  await dialed(PEOPLE / 2);
  await restart();
  await eventually("the campaign to end", async () => (await get()).status === "ended" || undefined, 900_000);
  const contacts = (await user.send<{ results: CampaignContact[] }>("GET", `/campaign/${id}/contact?limit=1000`)).body.results;
  const line = dialedByLine();
  // A call that was released was not dialed.
  const calledIn = ({ log }: CampaignContact) => log.filter(({ what }) => what === "called").map(({ callId }) => callId ?? "");
  expect(contacts).toHaveLength(PEOPLE);
  for (const contact of contacts) {
    const { number, attempts, outcome = "" } = contact;
    const callIds = calledIn(contact);
    expect({ number, attempts, calls: callIds.length }).toEqual({ number, attempts: 1, calls: 1 });
    const did = line.get(callIds[0] ?? "");
    // The server may be killed after it stored that it dials, and before the line dialed.
    if (outcome === "interrupted") continue;
    expect({ number, did, means: did && did !== "handset" ? MEANS[did] : [] }).toMatchObject({
      means: expect.arrayContaining([outcome]),
    });
  }
  // The line dialed only these people.
  const calls = new Set(contacts.flatMap(calledIn));
  expect([...line.keys()].filter((callId) => !calls.has(callId))).toEqual([]);
  const report = await user.text(`/campaign/${id}/report`);
  const rows = report
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((row) => row.split(","));
  expect(rows.map(([row, number, , , outcome]) => [Number(row), number?.replace(/^'/, ""), outcome])).toEqual(
    contacts.map(({ position, number, outcome }) => [position, number, outcome]),
  );
  const interrupted = contacts.filter(({ outcome }) => outcome === "interrupted").length;
  expect(interrupted).toBeLessThanOrEqual(2 * plan.maxConcurrency);
});
