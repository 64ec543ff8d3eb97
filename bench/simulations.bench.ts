/**
 * `npm run bench -- simulations [items]`: how long a run of simulations as sound takes (default 100 calls), beside the sound that was spoken in them,
 * what the server needs, and whether two runs with the same seeds agree. Ten callers of the gallery book a visit over a good telephone. Nothing
 * leaves this machine.
 */
import { setTimeout as delay } from "node:timers/promises";
import { PERSONALITIES, type SimulationMatrix, type SimulationRun } from "@callwright/contract";
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { created } from "./api/created.ts";
import { usageOfTrees } from "./call/process-usage.ts";
import { busyness, print, printTable } from "./call/statistics.ts";

const CALLERS = PERSONALITIES.slice(0, 10).map(({ key }) => key);
const [ITEMS = 100] = process.argv.slice(2).map(Number);
const SEEDS = Math.ceil(ITEMS / CALLERS.length);
const PEAK_EVERY_MS = 2_000;

const PROMPT = `You are Riley, the assistant of Alder Street Dental. Be brief.
We are open from Monday to Friday, nine to six. Parking is free behind the house.`;
const BOOK = {
  type: "function",
  function: {
    name: "book_appointment",
    description: "Books a visit to the dentist.",
    parameters: {
      type: "object",
      properties: { date: { type: "string", format: "date" }, time: { type: "string", format: "time" } },
      required: ["date", "time"],
    },
  },
};

const server = await startBenchServer({ ORG_CONCURRENT_CALLS: "40" });
const client = await signUpTestClient(server.url);
const send = client.json.bind(client);
const assistant = await created(send, "/assistant", {
  name: "Riley",
  firstMessage: "Alder Street Dental, how can I help?",
  model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: PROMPT }], tools: [BOOK] },
});
const suite = await created(send, "/eval/simulation/suite", {
  name: "Front desk",
  simulationIds: [],
  callers: CALLERS,
  iterations: SEEDS,
  medium: "voice",
});
await created(send, "/eval/simulation/scenario", {
  name: "Books a visit",
  testSuiteId: suite.id,
  instructions: "Book an appointment on Thursday. Say thank you and hang up once it is done.",
  facts: [{ name: "Time", value: "10 am", tells: "if asked" }],
  evaluations: [],
  toolMocks: [{ toolName: "book_appointment", result: "Your appointment is booked." }],
  scorers: [
    { type: "ai", rubric: "Books", check: { type: "tool-called", toolName: "book_appointment" } },
    { type: "ai", rubric: "Says goodbye", check: { type: "said", text: "goodbye" } },
    { type: "ai", rubric: "Lets the caller finish", check: { type: "no-false-cut-off" } },
  ],
});

interface Made {
  seconds: number;
  cores: number;
  peakMb: number;
  matrix: SimulationMatrix;
  id: string;
}

async function run(): Promise<Made> {
  const [at, before] = [performance.now(), usageOfTrees([server.pid])];
  const { id } = await created(send, "/eval/simulation/run", {
    simulations: [{ type: "simulationSuite", simulationSuiteId: suite.id }],
    target: { type: "assistant", assistantId: assistant.id },
  });
  let peak = 0;
  for (let status = ""; status !== "ended"; await delay(PEAK_EVERY_MS)) {
    status = (await send<SimulationRun>("GET", `/eval/simulation/run/${id}`)).body.status;
    peak = Math.max(peak, usageOfTrees([server.pid]).rssBytes);
  }
  const seconds = (performance.now() - at) / 1000;
  const cores = (usageOfTrees([server.pid]).cpuMs - before.cpuMs) / 1000 / seconds;
  const { body: matrix } = await send<SimulationMatrix>("GET", `/eval/simulation/run/${id}/matrix`);
  return { seconds, cores, peakMb: peak / 1e6, matrix, id };
}

/** Seconds of all calls of a run. */
async function spokenSeconds({ matrix }: Made): Promise<number> {
  let sum = 0;
  for (const { callId } of matrix.cells.flatMap(({ items }) => items)) {
    const { body } = await send<{ startedAt?: string; endedAt?: string }>("GET", `/call/${callId}`);
    sum += (Date.parse(body.endedAt ?? "") - Date.parse(body.startedAt ?? "")) / 1000;
  }
  return sum;
}

const verdictsOf = ({ matrix }: Made) =>
  new Map(matrix.cells.flatMap(({ caller, items }) => items.map(({ seed, status }) => [`${caller} ${seed}`, status] as const)));

try {
  const runs = [await run(), await run()];
  printTable(
    ["run", "passed", "time", "calls together spoke", "times real time", "cores", "peak of memory"],
    await Promise.all(
      runs.map(async (made, index) => {
        const spoken = await spokenSeconds(made);
        const passed = made.matrix.cells.reduce((sum, cell) => sum + cell.passed, 0);
        return [
          `${index + 1}`,
          `${passed} of ${verdictsOf(made).size}`,
          `${made.seconds.toFixed(0)} s`,
          `${spoken.toFixed(0)} s`,
          (spoken / made.seconds).toFixed(1),
          made.cores.toFixed(2),
          `${made.peakMb.toFixed(0)} MB`,
        ];
      }),
    ),
  );
  const [first, second] = runs.map(verdictsOf);
  const same = [...(first ?? [])].filter(([key, status]) => second?.get(key) === status).length;
  print(`Same seeds, same verdict: ${same} of ${first?.size}. Failed first: ${reasons(runs)}`);
  print(busyness());
} finally {
  await server.stop();
}

function reasons(runs: readonly Made[]): string {
  const why = runs.flatMap(({ matrix }) => matrix.cells.flatMap(({ items }) => items.flatMap((item) => item.why ?? [])));
  const counts = new Map<string, number>();
  for (const each of why) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([reason, times]) => `${times} × ${reason}`).join(", ") || "none";
}
