import { randomUUID } from "node:crypto";
import pg from "pg";
import type { PlatformUser } from "../harness/platform.ts";

/** What an organization holds that has worked with the product for a month. The people and numbers are invented; the numbers are kept free for such use. */

interface Stage {
  user: PlatformUser;
  databaseUrl: string;
}

/** Without a database, the only call is the sample that every organization has. */
interface Filled {
  user: PlatformUser;
  databaseUrl?: string;
}

/** Paths of what was made, for screens of one thing. */
export interface Made {
  assistant: string;
  tool: string;
  squad: string;
  workflow: string;
  suite: string;
  number: string;
  campaign: string;
  knowledge: string;
  call: string;
}

const model = (content: string) => ({ provider: "callwright", model: "builtin", messages: [{ role: "system", content }] });

async function create(user: PlatformUser, path: string, body: object): Promise<string> {
  const { status, body: made } = await user.send<{ id: string }>("POST", path, body);
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(made)}`);
  return made.id;
}

const TOOL = {
  type: "apiRequest",
  name: "find_slots",
  description: "Look up when a cake can be collected on one day. Use it before you offer any time.",
  method: "GET",
  url: "https://api.hazel.example/slots/{{day}}?kind={{kind}}",
  body: {
    type: "object",
    required: ["kind", "day"],
    properties: {
      kind: { type: "string", description: "What is collected", enum: ["cake", "bread", "rolls"] },
      day: { type: "string", description: "Never in the past; counts from today" },
      people: { type: "number", description: "Only when the caller names a size" },
    },
  },
};

/** The things that people build, and a run of a suite. */
async function build(user: PlatformUser): Promise<Omit<Made, "call">> {
  const [riley] = (await user.send<{ id: string }[]>("GET", "/assistant")).body;
  if (!riley) throw new Error("A new organization has no assistant.");
  const tool = await create(user, "/tool", TOOL);
  await create(user, "/tool", { type: "endCall" });
  const orders = await create(user, "/assistant", {
    name: "Cake orders",
    firstMessage: "Hazel Street Bakery, which cake may it be?",
    model: { ...model("You take orders of cakes. Ask for the flavor, the number of people and the day."), toolIds: [tool] },
  });
  await create(user, "/assistant", {
    name: "Night desk",
    firstMessage: "We are closed. May I take a message?",
    model: model("You take messages at night. Ask for the name and the number."),
  });
  const squad = await create(user, "/squad", {
    name: "Front desk",
    members: [
      { assistantId: riley.id, assistantDestinations: [{ type: "assistant", assistantName: "Cake orders" }] },
      { assistantId: orders },
    ],
  });
  const workflow = await create(user, "/workflow", {
    name: "Cake order",
    nodes: [
      { type: "conversation", name: "greet", isStart: true, prompt: "Greet the caller and ask what they need." },
      { type: "conversation", name: "take_details", prompt: "Ask for the flavor, the number of people and the day." },
      { type: "tool", name: "find_slots", toolId: tool },
      { type: "conversation", name: "answer_questions", prompt: "Answer from the opening hours and the price list." },
      { type: "tool", name: "goodbye", tool: { type: "endCall" } },
    ],
    edges: [
      { from: "greet", to: "take_details", condition: { type: "ai", prompt: "wants a cake" } },
      { from: "greet", to: "answer_questions", condition: { type: "ai", prompt: "has a question" } },
      { from: "take_details", to: "find_slots" },
      { from: "answer_questions", to: "goodbye", condition: { type: "ai", prompt: "needs nothing else" } },
      { from: "find_slots", to: "goodbye" },
    ],
  });
  const form = new FormData();
  const prices = "# Prices\nA birthday cake for ten people costs 48 dollars.\nA loaf of sourdough costs 7 dollars.";
  form.append("file", new Blob([prices], { type: "text/markdown" }), "Prices 2026.md");
  const file = await user.upload<{ id: string }>("/file", form);
  const createPlan = { type: "create", chunkPlans: [{ fileIds: [file.id] }] };
  const knowledge = await create(user, "/knowledge-base", { name: "Price list", provider: "trieve", createPlan });
  const number = await create(user, "/phone-number", { provider: "simulated", name: "Bakery line", assistantId: riley.id });
  const campaign = await create(user, "/campaign", {
    name: "Christmas orders",
    assistantId: orders,
    phoneNumberId: number,
    customers: PEOPLE.map(([name, number]) => ({ name, number })),
    schedulePlan: { earliestAt: new Date(Date.now() + 86_400_000).toISOString() },
  });
  const suite = await create(user, "/test-suite", {
    name: "Before each release",
    targetPlan: { assistantId: riley.id },
    callers: ["in-a-hurry", "changes-mind", "says-um", "hard-of-hearing"],
    iterations: 5,
  });
  for (const [name, wants, says] of TESTS)
    await create(user, `/test-suite/${suite}/test`, {
      type: "chat",
      name,
      script: wants,
      scorers: [{ type: "ai", rubric: `The answer says "${says}".`, check: { type: "said", text: says } }],
    });
  return { assistant: riley.id, tool, squad, workflow, suite, number, campaign, knowledge };
}

/** A campaign that has called half of its people, and calls the others. Simulated people answer. */
export async function beginCampaign({ user, databaseUrl }: Stage, { campaign: earlier }: Made): Promise<string> {
  const line = { provider: "simulated", name: "Christmas line" };
  const content =
    "You call customers of Hazel Street Bakery before Christmas, and ask whether a cake may be put aside for them. The cake is collected on 23 December.";
  const assistantId = await create(user, "/assistant", {
    name: "Christmas calls",
    firstMessage: "Hello {{customer.name}}, this is Hazel Street Bakery. May we put a Christmas cake aside for you again?",
    model: model(content),
  });
  await user.send("DELETE", `/campaign/${earlier}`);
  const id = await create(user, "/campaign", {
    name: "Christmas orders",
    assistantId,
    phoneNumberId: await create(user, "/phone-number", line),
    customers: CUSTOMERS.map((name, index) => ({ name, number: `+1415555${String(101 + 2 * index).padStart(4, "0")}` })),
    maxConcurrency: 3,
    paused: true,
  });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(
      `update campaign_contact set status = 'completed', outcome = ($2::text[])[1 + position % $3::int], attempts = 1,
         dialed_at = now() - (20 - position) * interval '2 minutes', updated_at = now() - (20 - position) * interval '2 minutes'
       where campaign_id = $1 and position < 20`,
      [id, OUTCOMES, OUTCOMES.length],
    );
  } finally {
    await client.end();
  }
  await user.send("POST", `/campaign/${id}/resume`);
  return id;
}

const OUTCOMES = ["answered", "answered", "voicemail", "answered", "busy", "answered", "answered", "noAnswer", "answered"];

const CUSTOMERS = [
  ...["Priya Nair", "Tom Hughes", "Elin Pritchard", "Joseph Adeyemi", "Marta Kowalczyk", "Li Wei", "Ana Duarte", "Sam Whitaker"],
  ...[
    "Noor Haddad",
    "Ingrid Solberg",
    "Peter Novak",
    "Grace Mbeki",
    "Hannah Fischer",
    "Diego Ramos",
    "Yuki Tanaka",
    "Ruth Cohen",
  ],
  ...[
    "Patrick Doyle",
    "Leila Karimi",
    "Owen Griffiths",
    "Mei Chen",
    "Carlos Vega",
    "Amelia Clarke",
    "Viktor Petrov",
    "Zoe Lambert",
  ],
  ...["Isaac Turner", "Fatima Rahman", "Jonas Berg", "Nina Rossi", "Daniel Osei", "Clara Weber", "Ravi Menon", "Sofia Marin"],
  ...["Ben Archer", "Olga Sidorova", "Luke Bennett", "Emma Larsen"],
];

const TESTS = [
  ["Saturday hours", "Ask when the bakery is open on Saturday.", "eight in the morning"],
  ["Delivery", "Ask what a delivery costs.", "4 dollars"],
  ["Parking", "Ask where to park.", "behind the library"],
  ["Payment", "Ask whether you can pay by card.", "all cards"],
  ["Notice for a cake", "Ask how early a cake must be ordered.", "two days"],
  // Riley knows nothing about it.
  ["Bread without gluten", "Ask whether there is bread without gluten.", "gluten-free"],
] as const;

const PEOPLE = [
  ["Priya Nair", "+14155550132"],
  ["Tom Hughes", "+14155550171"],
  ["Elin Pritchard", "+14155550108"],
  ["Joseph Adeyemi", "+14155550119"],
  ["Marta Kowalczyk", "+14155550143"],
  ["Li Wei", "+14155550166"],
] as const;

const REASONS = [
  "customer-ended-call",
  "assistant-ended-call",
  "customer-ended-call",
  "silence-timed-out",
  "customer-did-not-answer",
  "voicemail",
  "customer-busy",
  "assistant-forwarded-call",
] as const;

/** Copies of the sample call, with its words and its sound, over the last days: of people, by telephone, with every kind of end. */
async function insertCalls({ user, databaseUrl }: Stage, count: number): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(
      `with sample as (select * from call where org_id = $1 and room_secret_hash = 'sample' limit 1),
       copies as (
         insert into call (id, org_id, created_at, updated_at, type, status, assistant_id, assistant_version, assistant, room_secret_hash,
           node_id, lease_expires_at, started_at, ended_at, ended_reason, recording_key, details)
         select gen_random_uuid()::text, org_id, at, at, case when n % 8 in (4, 5, 6) then 'outboundPhoneCall' when n % 4 = 0 then 'webCall' else 'inboundPhoneCall' end, 'ended',
           assistant_id, 1, assistant, 'picture', 'picture', at, at, at + (15 + n % 7 * 9) * interval '1 second',
           ($3::text[])[1 + n % $4::int], recording_key,
           jsonb_build_object('customer', jsonb_build_object('name', ($5::text[])[1 + n % $7::int], 'number', ($6::text[])[1 + n % $7::int]))
         from sample, (select n, now() - n * interval '47 minutes' as at from generate_series(1, $2::int) n) times
         returning id, org_id)
       insert into call_event (call_id, org_id, seq, at_ms, type, payload)
       select copies.id, copies.org_id, seq, at_ms, call_event.type, payload
       from copies, sample join call_event on call_event.call_id = sample.id`,
      [
        user.orgId,
        count,
        REASONS,
        REASONS.length,
        PEOPLE.map(([name]) => name),
        PEOPLE.map(([, number]) => number),
        PEOPLE.length,
      ],
    );
  } finally {
    await client.end();
  }
}

/** A month of work. */
export async function fillOrganization({ user, databaseUrl }: Filled): Promise<Made> {
  await user.send("PATCH", `/org/${user.orgId}`, { name: "Hazel Bakery" });
  const made = await build(user);
  if (databaseUrl !== undefined) await insertCalls({ user, databaseUrl }, 60);
  const [call] = (await user.send<{ id: string }[]>("GET", "/call?limit=1")).body;
  return { ...made, call: call?.id ?? "" };
}

const LONG =
  "Reception of the central office for appointments, prescriptions, invoices and everything that callers could ever want to ask about";
const RIGHT_TO_LEFT = "مساعد الاستقبال في العيادة المركزية";

/** 10,000 rows of what lists show, with long names, and names that are written from right to left. */
export async function fillLists(stage: Stage): Promise<Made> {
  const made = await fillOrganization(stage);
  const client = new pg.Client(stage.databaseUrl);
  await client.connect();
  try {
    await insertCalls(stage, 10_000);
    await client.query(
      `insert into assistant (id, org_id, created_at, updated_at, config, latest_version)
       select gen_random_uuid()::text, org_id, now(), now(),
         config || jsonb_build_object('name', case n % 3 when 0 then $3 || ' ' || n when 1 then $4 || ' ' || n else 'Assistant ' || n end), 1
       from assistant, generate_series(1, 10000) n where id = $2 and org_id = $1`,
      [stage.user.orgId, made.assistant, LONG.slice(0, 200), RIGHT_TO_LEFT],
    );
    await client.query("analyze");
  } finally {
    await client.end();
  }
  for (const name of [LONG.slice(0, 80), RIGHT_TO_LEFT]) {
    await create(stage.user, "/squad", { name, members: [{ assistantId: made.assistant }] });
    await create(stage.user, "/test-suite", { name, targetPlan: { assistantId: made.assistant } });
  }
  await stage.user.send("PATCH", `/assistant/${made.assistant}`, { name: LONG.slice(0, 40) });
  return made;
}

/** A person whose mail address nobody has. */
export const newPerson = () => ({
  name: "Ada Miller",
  email: `ada-${randomUUID()}@example.com`,
  password: "a long enough password",
});
