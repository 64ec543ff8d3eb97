import { setTimeout as delay } from "node:timers/promises";
import type { Call } from "@callwright/contract";
import { askedModel, type Hostile, startSilentServer, withModel } from "./hostile.ts";
import type { Stream } from "./neighbor.ts";
import { SocketCall } from "./socket-call.ts";

/** One attack, with the observed parts of the other organization. */
export interface Reproduction {
  name: string;
  watch: readonly Stream[];
  /** Resolves when the attack is over. `whileWatched` resolves when it has lasted as long as the quiet run, for attacks that would not end. */
  attack(hostile: Hostile, whileWatched: Promise<void>): Promise<unknown>;
}

const EVERYTHING = ["health", "list", "chat", "call"] as const;
const BUILTIN = { provider: "callwright", model: "builtin" };
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The longest message of a chat, and as many as fit into one request. */
const MESSAGE_CHARACTERS = 10_000;
const longMessage = (part: string) => part.repeat(Math.floor(MESSAGE_CHARACTERS / part.length));
const tenMessages = (part: string) => times(10, () => ({ role: "user", content: longMessage(part) }));
const SCRIPTS = longMessage("<script>");

/** An assistant that filters the caller's words. Without `filters`: with all built-in ones. */
const filtering = (filters?: object[]) => ({
  model: BUILTIN,
  compliancePlan: { securityFilterPlan: { enabled: true, ...(filters && { filters }) } },
});
const REDACTING = { redactionPlan: { enabled: true } };
const returnOne = { type: "code", code: "return 1", function: { name: "one" } };
const callsOfOne = (count: number) => times(count, (index) => ({ id: `call-${index}`, name: "one", arguments: "{}" }));

/** Chats whose model calls the code tool this often in one step. */
function chatWithCode(hostile: Hostile, { chats, calls }: { chats: number; calls: number }): Promise<void> {
  return withModel(async (model) => {
    const answers = [...times(chats, () => callsOfOne(calls)), ["Done."]];
    model.reply(...answers.map((words) => ({ kind: "words" as const, words })));
    const assistant = { name: "Coder", model: askedModel(model, { tools: [returnOne] }) };
    await Promise.all(times(chats, () => hostile.send("POST", "/chat", { assistant, input: "Go." })));
  });
}

/** A filtered call of the same host, to which the messages are added at once. */
async function addMessages(hostile: Hostile, count: number, whileWatched: Promise<void>): Promise<void> {
  const call = await SocketCall.open(hostile.user, { ...filtering(), name: "Loud", firstMessage: "Hello." });
  const message = { type: "add-message", message: { role: "user", content: SCRIPTS }, triggerResponseEnabled: false };
  for (let sent = 0; sent < count; sent++) call.send(message);
  await whileWatched;
  call.close();
}

/** The id of an ended call that contains one word. */
async function endedCall(hostile: Hostile): Promise<string> {
  const call = await SocketCall.open(hostile.user, { name: "Short", firstMessage: "Hello.", model: BUILTIN });
  await delay(1_000);
  call.close();
  for (;;) {
    const { body } = await hostile.user.json<Call>("GET", `/call/${call.id}`);
    if (body.status === "ended") return call.id;
    await delay(100);
  }
}

/** In the order of the review that found them. */
export const REPRODUCTIONS: readonly Reproduction[] = [
  {
    name: "security filters of a visitor",
    watch: EVERYTHING,
    attack: (hostile) => hostile.visit({ assistant: filtering(), input: tenMessages("<script>") }),
  },
  {
    name: "security filters of an assistant",
    watch: EVERYTHING,
    attack: (hostile) => hostile.send("POST", "/chat", { assistant: filtering(), input: tenMessages("<script>") }),
  },
  {
    name: "a costly pattern as a filter",
    watch: EVERYTHING,
    attack: (hostile) => {
      const assistant = filtering([{ type: "regex", regex: "(?:a?){60}.*z|a" }]);
      return hostile.send("POST", "/chat", { assistant, input: longMessage("a") });
    },
  },
  {
    name: "redaction of what a visitor writes",
    watch: EVERYTHING,
    attack: async (hostile) => {
      const stored = await hostile.send("POST", "/assistant", { name: "Redacted", model: BUILTIN, compliancePlan: REDACTING });
      await hostile.visit({ assistantId: stored?.id, input: tenMessages("+49 ") });
    },
  },
  {
    name: "redaction of a tool's answer",
    watch: EVERYTHING,
    attack: (hostile) =>
      withModel(async (model) => {
        model.reply({ kind: "words", words: callsOfOne(1) }, { kind: "words", words: ["Done."] });
        const tool = { ...returnOne, code: 'return "+49 ".repeat(15000)' };
        const assistant = { name: "Redacted", model: askedModel(model, { tools: [tool] }), compliancePlan: REDACTING };
        await hostile.send("POST", "/chat", { assistant, input: "Go." });
      }),
  },
  {
    name: "15,000 patterns of a schema",
    watch: EVERYTHING,
    attack: (hostile) => {
      const properties = Object.fromEntries(times(15_000, (at) => [`p${at}`, { type: "string", pattern: "^[a-z]{1,5}$" }]));
      return hostile.send("POST", "/structured-output", { name: "Many", schema: { type: "object", properties } });
    },
  },
  {
    name: "a model's answer of 50,000 braces",
    watch: EVERYTHING,
    attack: async (hostile) => {
      const callId = await endedCall(hostile);
      await withModel(async (model) => {
        model.reply({ kind: "words", words: ["{".repeat(50_000)] });
        const structuredOutput = { name: "Braces", schema: { type: "object", properties: {} }, model: askedModel(model) };
        await hostile.send("POST", "/structured-output/run", { previewEnabled: true, structuredOutput, callIds: [callId] });
      });
    },
  },
  {
    name: "200 costly templates",
    watch: EVERYTHING,
    attack: (hostile) => {
      const content = "{% for i in (1..2000) %}{{ i | times: 3 }}{% endfor %}";
      const messages = times(200, () => ({ role: "system", content }));
      return hostile.send("POST", "/chat", { assistant: { model: { ...BUILTIN, messages } }, input: "Go." });
    },
  },
  {
    name: "100 code tools in one step",
    watch: EVERYTHING,
    attack: (hostile) => chatWithCode(hostile, { chats: 1, calls: 100 }),
  },
  {
    name: "40 chats with a code tool each",
    watch: EVERYTHING,
    attack: (hostile) => chatWithCode(hostile, { chats: 40, calls: 1 }),
  },
  {
    name: "520 prompts of 1 MB in a list",
    watch: EVERYTHING,
    attack: async (hostile) => {
      const model = { ...BUILTIN, messages: [{ role: "system", content: "x".repeat(1_000_000) }] };
      const left = times(520, (index) => ({ name: `Long ${index}`, model }));
      const store = async () => {
        for (let body = left.pop(); body; body = left.pop())
          if (!(await hostile.send("POST", "/assistant", body))) left.length = 0;
      };
      await Promise.all(times(2, store));
      await hostile.drain("/assistant?limit=1000");
    },
  },
  {
    name: "a campaign with a silent server",
    watch: ["health", "campaign"],
    attack: async (hostile, whileWatched) => {
      const silent = await startSilentServer();
      const phone = await hostile.send("POST", "/phone-number", {
        provider: "simulated",
        ringSeconds: 1,
        outcomes: { busy: 100 },
      });
      const assistant = await hostile.send("POST", "/assistant", { name: "Caller", model: BUILTIN });
      const campaign = await hostile.send("POST", "/campaign", {
        name: "Silent",
        assistantId: assistant?.id,
        phoneNumberId: phone?.id,
        predialPlan: { enabled: true },
        server: { url: silent.url, timeoutSeconds: 300 },
        maxConcurrency: 10,
        customers: times(20, (index) => ({ number: `+1303555${1_000 + index}` })),
      });
      await whileWatched;
      await hostile.send("PATCH", `/campaign/${campaign?.id}`, { status: "cancelled" });
      await silent.close();
    },
  },
  {
    name: "webhooks of four organizations to a silent server",
    watch: ["health", "chat", "webhook"],
    attack: async (hostile, whileWatched) => {
      const silent = await startSilentServer();
      const server = { url: silent.url, timeoutSeconds: 300 };
      const assistant = { name: "Told", model: BUILTIN, server, serverMessages: ["chat.created"] };
      const all = [hostile.user, ...hostile.others];
      const chats = all.flatMap((user) => times(12, () => hostile.send("POST", "/chat", { assistant, input: "Hello." }, user)));
      await Promise.all(chats);
      await whileWatched;
      await silent.close();
    },
  },
  {
    name: "8 messages to a filtered call of the host",
    watch: ["health", "call"],
    attack: (hostile, whileWatched) => addMessages(hostile, 8, whileWatched),
  },
  {
    name: "25 messages to a filtered call of the host",
    watch: ["health", "call"],
    attack: (hostile, whileWatched) => addMessages(hostile, 25, whileWatched),
  },
];
