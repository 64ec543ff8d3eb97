/**
 * `npm run bench -- agents`: what several agents in one conversation cost.
 *
 * - The silence at a handoff in a call, from the last sound of one member to the first of the next, beside the wait for an answer to a typed
 *   question in the same call. Both have the built-in model and flite.
 * - Our own time for a step of a workflow: from node to node, with a condition, a tool and extracted values, and a model that answers at once.
 */
import type { Call, CallEvent, CreateSquad } from "@callwright/contract";
import { type AgentSpec, createConversation, type TeamSpec } from "@callwright/engine/conversation";
import { joinAsSpokenCaller } from "../apps/server/src/modules/call/runtime/testing/spoken-caller.ts";
import { startTestServer } from "../apps/server/src/testing/start-test-server.ts";
import { describeMs, percentile, print, printTable } from "./call/statistics.ts";

const ROUNDS = 12;
const STEPS = 2000;
const PATIENCE_MS = 20_000;
const PAUSE_MS = 1_500;

const member = (name: string, other: string, voiceId: string): CreateSquad["members"][number] => ({
  assistant: {
    name,
    firstMessage: `This is ${name}.`,
    voice: { provider: "callwright", voiceId },
    transcriber: { provider: "callwright", model: "browser" },
    startSpeakingPlan: { smartEndpointingEnabled: false },
    model: {
      provider: "callwright",
      model: "builtin",
      messages: [{ role: "system", content: `The desk of ${name} is open until five.` }],
    },
  },
  assistantDestinations: [
    { type: "assistant", assistantName: other, message: "One moment.", description: `Questions about ${other}` },
  ],
});

async function benchHandoffs(): Promise<void> {
  const server = await startTestServer();
  const client = await server.signUp();
  try {
    const squad = { members: [member("Billing", "Repairs", "slt"), member("Repairs", "Billing", "kal16")] };
    const { body } = await client.json<Call>("POST", "/call/web", { squad });
    const caller = await joinAsSpokenCaller(body.webCallUrl ?? "");
    const events = async () => (await client.json<CallEvent[]>("GET", `/call/${body.id}/event`)).body;
    const said = async () => (await events()).flatMap((event) => (event.type === "assistant.said" ? [event.payload] : []));
    /** From the question to the first audible frame of its answer. */
    const waitOf = async (turn: number) => {
      const last = (await events()).findLast(({ type, payload }) => type === "turn" && payload.index === turn);
      const { speechEndMs, firstFrameSentMs } = last?.type === "turn" ? last.payload : {};
      return speechEndMs === undefined || firstFrameSentMs === undefined ? undefined : firstFrameSentMs - speechEndMs;
    };
    const saidAfter = async (count: number) => {
      const startedMs = performance.now();
      for (let all = await said(); ; all = await said()) {
        if (all.length >= count) return all;
        if (performance.now() - startedMs > PATIENCE_MS) throw new Error(`Only ${all.length} of ${count} speeches were heard.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const ask = async (content: string) => {
      // A question that interrupts the speech has to wait.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      caller.send({ type: "add-message", message: { role: "user", content } });
    };
    let heard = (await saidAfter(1)).length;
    const waits: { turn: number[]; handoff: number[] } = { turn: [], handoff: [] };
    for (let round = 0; round < ROUNDS; round++) {
      await ask("Until when is your desk open?");
      const answer = (await saidAfter(++heard)).at(-1);
      const waited = answer && (await waitOf(answer.turn));
      if (waited !== undefined && round > 0) waits.turn.push(waited);
      await ask(`I have questions about ${round % 2 === 0 ? "repairs" : "billing"}`);
      heard += 2;
      const [message, next] = (await saidAfter(heard)).slice(-2);
      if (message && next && round > 0) waits.handoff.push(next.startMs - message.endMs);
    }
    caller.close();
    print("Silence in a call, typed questions, flite");
    printTable(
      ["", "p50 / p95"],
      [
        ["a turn: question to first sound", describeMs(waits.turn)],
        ["a handoff: last sound to first sound", describeMs(waits.handoff)],
      ],
    );
  } finally {
    await server.close();
  }
}

/** A ring of nodes that ask nothing: each turn passes `length` of them. */
function ring(length: number): TeamSpec {
  const names = Array.from({ length }, (_, index) => `node${index}`);
  const agents = names.map((name, index): AgentSpec => {
    const to = names[index + 1];
    const isTool = index % 3 === 1;
    return {
      name,
      assistant: {
        model: {
          provider: "callwright",
          model: "builtin",
          messages: [{ role: "system", content: `You are at {{ place }} ${name}.` }],
        },
      },
      tools: isTool ? [lookUp] : [],
      ways:
        to === undefined
          ? []
          : [{ tool: `go_to_${to}`, to, context: { type: "all" }, edge: { index, condition: "{{ place == 'here' }}" } }],
      node: { type: isTool ? "tool" : "conversation" },
    };
  });
  return { agents };
}

const lookUp: AgentSpec["tools"][number] = {
  name: "look_up",
  description: "Looks up",
  parameters: { type: "object", properties: {} },
  strict: false,
  action: "run",
  isAsync: false,
  timeoutMs: 1000,
  messages: [],
};

async function benchSteps(): Promise<void> {
  const length = 20;
  const perStep: number[] = [];
  const model = {
    provider: "instant",
    async *stream() {
      yield { type: "text" as const, text: "Here we are." };
    },
  };
  while (perStep.length < STEPS / length) {
    const conversation = createConversation({
      assistant: {},
      model,
      variableValues: { place: "here" },
      now: () => new Date(),
      team: {
        spec: ring(length),
        modelOf: () => model,
        toolsOf: ({ tools }) => ({ tools, run: async () => ({ result: "{}", failed: false, variables: { found: true } }) }),
      },
    });
    const startedMs = performance.now();
    let steps = 0;
    for await (const part of conversation.open(new AbortController().signal)) if (part.type === "handoff") steps++;
    perStep.push((performance.now() - startedMs) / steps);
  }
  const ms = (share: number) => percentile(perStep, share).toFixed(2);
  print(`\nA step of a workflow, ours alone: p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms (${STEPS} steps, ${length} in a turn)`);
}

await benchSteps();
await benchHandoffs();
process.exit(0);
