import type { Assistant, PhoneNumber, Squad, Tool } from "@callwright/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../../apps/server/src/modules/call/runtime/testing/call-server.ts";
import { type Step, steps } from "./harness/programs.ts";

/** The hosted platform's Python SDK, with its newest types, against this server: `sdk_steps.py`. */

const OWN = {
  name: "Own",
  model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "Be kind." }] },
  voice: { provider: "callwright", voiceId: "slt", language: "en" },
  transcriber: { provider: "callwright", model: "auto", language: "en" },
} as const;
const { name: _, ...PARTS } = OWN;
const TOOL = { type: "make", metadata: { scenarioId: 4 } };
const THEIRS = ["custom-llm", "custom-voice", "custom-transcriber"];

let setup: CallServer;
let ids: Record<"assistant" | "squad" | "number" | "tool" | "call", string>;
beforeEach(async () => {
  setup = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
  const { client, pool } = setup;
  const make = async (path: string, body: object) => (await client.json<{ id: string }>("POST", path, body)).body.id;
  for (const each of (await client.json<{ id: string }[]>("GET", "/assistant")).body)
    await client.json("DELETE", `/assistant/${each.id}`);
  const call = (await setup.createCall({ assistant: OWN })).id;
  pool.join(call);
  pool.record(call, 1);
  pool.hangUp(call);
  ids = {
    assistant: await make("/assistant", OWN),
    squad: await make("/squad", { members: [{ assistant: OWN }] }),
    number: await make("/phone-number", { provider: "simulated", seed: 5 }),
    tool: await make("/tool", TOOL),
    call,
  };
  const state = async () => (await client.json<{ artifact?: { recording?: { mono?: object } } }>("GET", `/call/${call}`)).body;
  await expect.poll(async () => (await state()).artifact?.recording?.mono, { timeout: 60_000 }).toBeDefined();
  return () => setup.server.close();
});

const run = (compat: boolean) =>
  steps("sdk_steps.py", {
    URL: setup.server.url,
    TOKEN: setup.client.orgToken,
    IDS: JSON.stringify(ids),
    COMPAT: compat ? "yes" : "no",
  });

/** Writing back has kept all our fields. */
async function expectKept(): Promise<void> {
  const { client } = setup;
  const stored = async <Entity>(path: string) => (await client.json<Entity>("GET", path)).body;
  expect(await stored<Assistant>(`/assistant/${ids.assistant}`)).toMatchObject({ ...PARTS, name: "Renamed" });
  expect(await stored<Squad>(`/squad/${ids.squad}`)).toMatchObject({ members: [{ assistant: OWN }] });
  expect(await stored<PhoneNumber>(`/phone-number/${ids.number}`)).toMatchObject({ provider: "simulated", seed: 5 });
  expect(await stored<Tool>(`/tool/${ids.tool}`)).toMatchObject(TOOL);
}

const valuesOf = (all: readonly Step[]) => Object.fromEntries(all.map(({ step, value }) => [step, value]));
const failed = (all: readonly Step[]) => all.filter(({ error }) => error !== undefined);

describe("the Python SDK", () => {
  test("with the header: each step passes, and what is ours is read in the platform's names", async () => {
    const all = await run(true);
    expect(failed(all)).toEqual([]);
    expect(all.length).toBeGreaterThan(50);
    expect(valuesOf(all)).toMatchObject({
      "assistants.get": THEIRS,
      "assistants.update, model written back": THEIRS,
      "squads.get": [THEIRS],
      "phone_numbers.list": expect.arrayContaining(["vapi"]),
      "tools.get": "function",
      "calls.get": ["ended", THEIRS, expect.anything()],
    });
    await expectKept();
  });

  test("without it: what is ours is read as None, and what is written back of it is refused and erases nothing", async () => {
    const all = await run(false);
    expect(failed(all).map(({ step }) => step)).toEqual([
      "assistants.update, model written back",
      "assistants.update, voice and transcriber written back",
      "squads.update, members written back",
    ]);
    for (const { error } of failed(all)) expect(error).toContain("Callwright-Compat: provider");
    expect(valuesOf(all)).toMatchObject({ "assistants.get": [null, null, null], "tools.get": null });
    await expectKept();
  });
});
