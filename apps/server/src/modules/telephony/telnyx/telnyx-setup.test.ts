import { afterEach, expect, it } from "vitest";
import { openTelnyxLine, PUBLIC_ORIGIN, type TelnyxUnderTest } from "../testing/carrier-lines.ts";

let tested: TelnyxUnderTest;
afterEach(() => tested.close());

const check = async () => (await tested.line.setup.check(tested.number.id)).map(({ id, state }) => `${id} ${state}`);
const HERE = ["publicAddress ready", "reachable ready"];
const OLD = "1000";

async function openElsewhere() {
  tested = await openTelnyxLine();
  const old = tested.fake.applications.get(OLD);
  if (old) old.webhook_event_url = "https://old.example/calls?secret=1";
}

it("brings a number's calls here by an application of its own, checks it, and gives back what was there", async () => {
  await openElsewhere();
  const { fake, line, number } = tested;
  expect(await check()).toEqual([...HERE, "keys ready", "owned ready", "answersHere failed", "callsOut ready"]);
  expect(JSON.stringify(await line.setup.check(number.id))).not.toContain("secret");
  expect(await line.setup.connect(number.id)).toEqual({ before: { connectionId: OLD } });
  expect(fake.applications.get(fake.number.connection_id)).toMatchObject({
    webhook_event_url: `${PUBLIC_ORIGIN}/phone-number/${number.id}/telnyx/events`,
    outbound: { outbound_voice_profile_id: "profile-1" },
  });
  expect(await check()).toEqual([...HERE, "keys ready", "owned ready", "answersHere ready", "callsOut ready"]);
  // The second time, there is nothing to change.
  expect(await line.setup.connect(number.id)).toEqual({});
  expect(await line.setup.giveBack(number.id, { connectionId: OLD })).toBeUndefined();
  expect([fake.number.connection_id, [...fake.applications.keys()]]).toEqual([OLD, [OLD]]);
  // A setting that points elsewhere in the meantime stays.
  expect(await line.setup.giveBack(number.id, { connectionId: "other" })).toBeUndefined();
  expect(fake.number.connection_id).toBe(OLD);
});

it("follows a change of the public address, and remembers nothing new", async () => {
  tested = await openTelnyxLine();
  const { fake, line, number } = tested;
  const ours = fake.applications.get(OLD);
  if (ours) ours.webhook_event_url = `https://before.example/phone-number/${number.id}/telnyx/events`;
  expect(await line.setup.connect(number.id)).toEqual({});
  expect(ours?.webhook_event_url).toContain(PUBLIC_ORIGIN);
  expect(fake.applications.size).toBe(1);
});

it("tells which step fails: wrong keys, another account's number, no profile", async () => {
  await openElsewhere();
  const { fake, line, number, account } = tested;
  const old = fake.applications.get(OLD);
  if (old) old.outbound = null;
  expect((await check()).at(-1)).toBe("callsOut failed");
  fake.profiles.push({ id: "off", enabled: false }, { id: "profile-2", enabled: true });
  await line.setup.connect(number.id);
  expect(fake.applications.get(fake.number.connection_id)?.outbound).toEqual({ outbound_voice_profile_id: "profile-2" });
  fake.number.phone_number = "+14155550188";
  expect((await check()).slice(2)).toEqual(["keys ready", "owned failed", "answersHere open", "callsOut open"]);
  expect(await line.setup.connect(number.id)).toEqual({ problem: expect.stringContaining("no number") });
  const { publicKey } = account;
  account.publicKey = "short";
  expect((await check()).slice(2)).toEqual(["keys failed", "owned open", "answersHere open", "callsOut open"]);
  Object.assign(account, { publicKey, apiKey: "another" });
  expect((await line.setup.check(number.id))[2]?.message).toBe("Telnyx refuses the API key.");
  expect(await line.setup.giveBack(number.id, undefined)).toContain("still sends the calls");
});
