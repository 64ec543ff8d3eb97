import { type AgentTool, createConversation, createModelOrFailing, type ToolRunner } from "@callwright/engine/conversation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DIALOGS, type Dialog } from "./dialogs.ts";
import { type ModelServer, startModelServer } from "./harness/model-server.ts";
import { modelFile } from "./harness/weights.ts";

const MAX_TOKENS = 120;
const BOOK: AgentTool = {
  name: "book",
  description: "Books what the caller wants.",
  parameters: { type: "object", properties: { what: { type: "string" } }, required: ["what"] },
  strict: false,
  action: "run",
  isAsync: false,
  timeoutMs: 20_000,
  messages: [],
};
const TOOLS: ToolRunner = { tools: [BOOK], run: async () => ({ result: "It is booked.", failed: false }) };

/** What must not be in an answer, whatever the model writes. */
const NOT_FOR_CALLERS: Record<string, RegExp> = {
  thoughts: /<\/?think|<\|channel/i,
  "a template's token": /<\|[^|>]*\|>|<(?:start|end)_of_turn>|\[\/?INST\]/,
  "an invented turn": /^\s*(?:user|human|caller):/im,
  "its own name": /^\s*(?:assistant|riley|sam|kim):/im,
};

/** The engine of the model is installed for this platform alone. */
const IS_HERE = process.platform === "linux" && process.arch === "x64";
let server: ModelServer;
const faults: string[][] = [];
beforeAll(async () => {
  if (!IS_HERE) return;
  server = await startModelServer(modelFile());
});
afterAll(async () => {
  if (!IS_HERE) return;
  await server.close();
  const rows = faults.map((cells) => `| ${cells.join(" | ")} |`);
  process.stdout.write(
    `\nWhat remains is the model's (${rows.length} of ${DIALOGS.length * 5} answers):\n| dialog | caller | fault | answer |\n|---|---|---|---|\n${rows.join("\n")}\n`,
  );
});

test.skipIf(!IS_HERE).each(DIALOGS)("$name", async (dialog) => {
  const refusedBefore = server.refused;
  const conversation = await converse(dialog);
  const { signal } = new AbortController();
  for await (const _ of conversation.open(signal));
  let last = "";
  for (const [words, right] of dialog.turns) {
    let answer = "";
    const events: string[] = [];
    for await (const part of conversation.reply(words, signal)) {
      if (part.type === "text") answer += part.text;
      else if (part.type === "failure") events.push(part.message);
      else if (part.type === "repaired") events.push(part.what);
    }
    expect(
      events.filter((event) => event.includes(" ")),
      words,
    ).toEqual([]);
    expect(conversation.history.at(-1)).toMatchObject({ type: "assistant", text: answer });
    const found = Object.entries(NOT_FOR_CALLERS).filter(([, pattern]) => pattern.test(answer));
    expect(found, answer).toEqual([]);
    expect(timesOfMostRepeated(answer), answer).toBeLessThan(3);
    const fault = faultOf(answer, { right, last, events });
    if (fault) faults.push([dialog.name, words, fault, answer.replace(/\s+/g, " ").slice(0, 100)]);
    last = answer;
  }
  // Refused once only: after the first answer, the accepted form is known.
  expect(server.refused - refusedBefore).toBe(refusedBefore === 0 ? 1 : 0);
});

async function converse({ name, prompt, firstMessage, hasTool = false }: Dialog) {
  const settings = { provider: "custom-llm", model: "smollm2", url: server.url, temperature: 0, maxTokens: MAX_TOKENS } as const;
  const model = await createModelOrFailing(settings, { keys: {}, urls: {}, allowPrivateAddresses: true });
  return createConversation({
    assistant: { name: name.slice(0, 40), firstMessage, model: { ...settings, messages: [{ role: "system", content: prompt }] } },
    model,
    variableValues: {},
    now: () => new Date(),
    ...(hasTool && { tools: TOOLS }),
  });
}

function timesOfMostRepeated(answer: string): number {
  const counts = new Map<string, number>();
  for (const [sentence] of answer.matchAll(/[^.!?]{10,}[.!?]/g)) {
    const plain = sentence.trim().toLowerCase();
    counts.set(plain, (counts.get(plain) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** What is wrong with the words of an answer that needed no repair. */
function faultOf(answer: string, { right, last, events }: { right: RegExp; last: string; events: readonly string[] }) {
  if (events.includes("repetition")) return "went round in circles, and was ended";
  if (events.includes("invented-turn")) return "went on as the caller, and was ended";
  if (answer === last) return "the answer before, again";
  if (!right.test(answer)) return `no ${right.source}`;
  return /[.!?)"'`]\s*$/.test(answer) ? undefined : "no end: the tokens were used up";
}
