import { afterEach, expect, it } from "vitest";
import { openVonageLine, VONAGE_HOOKS, type VonageUnderTest } from "../testing/carrier-lines.ts";

let tested: VonageUnderTest;
afterEach(() => tested.close());

const check = async () => (await tested.line.setup.check(tested.number.id)).map(({ id, state }) => `${id} ${state}`);
const HERE = ["publicAddress ready", "reachable ready"];
const OLD_VOICE = {
  webhooks: {
    answer_url: { address: "https://old.example/answer?secret=1", http_method: "GET" },
    event_url: { address: "https://old.example/events", http_method: "POST" },
  },
  signed_callbacks: false,
};

async function openElsewhere() {
  tested = await openVonageLine();
  const { application, number } = tested.fake;
  Object.assign(application.capabilities, { voice: structuredClone(OLD_VOICE) });
  Object.assign(number, { app_id: undefined, voiceCallbackType: "tel", voiceCallbackValue: "14155550177" });
}

it("brings a number's calls here by its application, checks it, and gives back what was there", async () => {
  await openElsewhere();
  const { fake, line, number } = tested;
  expect(await check()).toEqual([...HERE, "keys ready", "owned ready", "answersHere failed"]);
  expect(JSON.stringify(await line.setup.check(number.id))).not.toContain("secret=1");
  const { before } = await line.setup.connect(number.id);
  expect(fake.application).toMatchObject({
    name: "My voice",
    capabilities: {
      voice: { webhooks: { answer_url: { address: `${VONAGE_HOOKS}/answer`, http_method: "POST" } }, signed_callbacks: true },
      messages: { webhooks: {} },
    },
  });
  expect(fake.number).toMatchObject({ app_id: fake.application.id, voiceCallbackType: "app" });
  expect(await check()).toEqual([...HERE, "keys ready", "owned ready", "answersHere ready"]);
  // The second time, there is nothing to change.
  expect(await line.setup.connect(number.id)).toEqual({});
  expect(await line.setup.giveBack(number.id, before)).toBeUndefined();
  expect([fake.application.capabilities.voice, fake.number]).toMatchObject([
    OLD_VOICE,
    { voiceCallbackType: "tel", voiceCallbackValue: "14155550177" },
  ]);
  // A setting that points elsewhere in the meantime stays.
  expect(await line.setup.giveBack(number.id, { number: JSON.stringify({ app_id: "other" }) })).toBeUndefined();
  expect(fake.number.app_id).toBe(fake.application.id);
});

it("follows a change of the public address, and remembers nothing new", async () => {
  tested = await openVonageLine();
  const { answer_url: answer } = tested.fake.application.capabilities.voice.webhooks;
  answer.address = answer.address.replace("voice.example.com", "before.example");
  expect(await tested.line.setup.connect(tested.number.id)).toEqual({});
  expect((await check()).at(-1)).toBe("answersHere ready");
});

it("tells which step fails: no key, another application, another account's number, wrong keys, unsigned requests", async () => {
  tested = await openVonageLine();
  const { fake, line, number, account } = tested;
  const after = async (change: () => void) => {
    change();
    const [keys, owned, answersHere] = (await line.setup.check(number.id)).slice(2);
    return [keys, owned, answersHere].map((step) => step?.message ?? step?.state);
  };
  const right = { ...account };
  expect(await after(() => Object.assign(account, { privateKey: "none" }))).toEqual([
    expect.stringContaining("PEM"),
    "open",
    "open",
  ]);
  Object.assign(account, right);
  expect(await after(() => Object.assign(account, { apiSecret: "wrong" }))).toEqual(["Vonage refuses the keys.", "open", "open"]);
  expect(await line.setup.connect(number.id)).toEqual({ problem: "Vonage refuses the keys." });
  expect(await line.setup.giveBack(number.id, undefined)).toContain("still sends the calls");
  Object.assign(account, right);
  expect(await after(() => Object.assign(fake.number, { app_id: "other" }))).toEqual([
    ...["ready", "ready"],
    expect.stringContaining("do not go to the application"),
  ]);
  fake.number.app_id = fake.application.id;
  expect(await after(() => Object.assign(fake.application.capabilities.voice, { signed_callbacks: false }))).toEqual([
    ...["ready", "ready"],
    expect.stringContaining("does not sign"),
  ]);
  expect(await after(() => Object.assign(fake.number, { msisdn: "14155550188" }))).toEqual([
    "ready",
    expect.stringContaining("no number"),
    "open",
  ]);
});
