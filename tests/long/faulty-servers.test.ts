import type { CallEvent, WebhookDelivery } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  FAULTS,
  type LoopbackServer,
  startLoopbackServer,
} from "../../apps/server/src/modules/credential/outgoing/testing/loopback-server.ts";
import { endedCall, startCall } from "../harness/calling.ts";
import { eventually } from "../harness/eventually.ts";
import { listEvents, type PlatformUser, signIn, signUp } from "../harness/platform.ts";
import { scratchPath } from "../harness/scratch.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/**
 * The servers of an organization fail in every way, one after the other, in real calls: first those of tools, then those of webhooks. The assistant
 * apologizes for a failed tool and continues; no webhook message is lost, even if Callwright itself is killed.
 */

const ACCOUNT = { name: "Fault", email: "fault@example.com", password: "a long enough password" };
const SORRY = "I am sorry, that did not work.";
const FAILURES: Record<string, LoopbackServer["answer"]> = { ...FAULTS, redirected: redirect };
const NAMES = Object.keys(FAILURES);
/** Tools that ask a server, with their form in an assistant. */
const TOOLS = ["function", "apiRequest"] as const;
/** Short, so that a slow server is given up soon. */
const TIMEOUT_SECONDS = 2;

const dataDir = scratchPath("faulty-data");
let server: ServerProcess;
let user: PlatformUser;
let tools: LoopbackServer;
let consumer: LoopbackServer;

const start = () =>
  startServerProcess({
    dataDir,
    env: { LOG_LEVEL: "warn", ALLOW_PRIVATE_ADDRESSES: "true", FAKE_PROVIDERS: "true", ORG_CONCURRENT_CALLS: "100" },
  });

beforeAll(async () => {
  server = await start();
  user = await signUp(server.url, ACCOUNT);
  tools = await startLoopbackServer((response) => response.end());
  consumer = await startLoopbackServer((response) => response.end());
});

afterAll(async () => {
  await server?.stop();
  await tools?.close();
  await consumer?.close();
});

describe("a tool's server", () => {
  // An API may answer with any text.
  const cases = TOOLS.flatMap((tool) => NAMES.map((fault) => ({ tool, fault }))).filter(
    ({ tool, fault }) => tool === "function" || fault !== "garbage",
  );
  test.each(cases)("$tool: $fault", async ({ tool, fault }) => {
    let requests = 0;
    tools.answer = (response, request) => {
      requests += 1;
      if (requests === 1) return FAILURES[fault]?.(response, request);
      const id = tool === "function" ? JSON.parse(request.body).message.toolCallList[0].id : undefined;
      response.end(JSON.stringify(id === undefined ? { table: 7 } : { results: [{ toolCallId: id, result: "Table 7" }] }));
    };
    const { id, caller } = await startCall(user, { assistant: assistantWith(bookingTool(tool)) });
    await caller.until(() => caller.listening, "the call to begin");
    const ask = (content: string) => caller.send({ type: "add-message", message: { role: "user", content } });
    const said = async () => wordsOf(await listEvents(user, id));
    ask("A table on Monday.");
    await expect.poll(said).toEqual(["One moment.", SORRY]);
    ask("Then on Tuesday.");
    await expect.poll(said).toEqual(["One moment.", SORRY, "One moment.", "Booked."]);
    ask("Goodbye.");
    const { endedReason } = await endedCall(user, id);
    caller.close();
    expect(endedReason).toBe("assistant-ended-call");
    const answers = (await listEvents(user, id)).flatMap((event) => (event.type === "tool.answered" ? [event.payload] : []));
    expect(answers.map(({ failed }) => failed)).toEqual([true, false, false]);
    // The reason is written for people, and contains nothing of the server's faulty answer.
    expect(answers[0]?.result).toMatch(/^The (request|answer|server|API|tool)\b/);
    expect(answers[0]?.result.length).toBeLessThan(300);
  });
});

describe("a webhook's server", () => {
  test.each(NAMES)("%s: every message arrives at the second attempt", async (fault) => {
    const attempts = countAttempts((response, request, attempt) =>
      attempt === 1 ? FAILURES[fault]?.(response, request) : response.end("ok"),
    );
    const id = await shortCall();
    const deliveries = await settledDeliveries(id);
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => "delivered"));
    expect(typesOf(deliveries)).toEqual(await typesOfEvents(id));
    // Garbage and 10 MB with status 200 are answers, because their content is not needed.
    const isAnswer = fault === "garbage" || fault === "10 MB";
    for (const { id: messageId } of deliveries) expect(attempts.get(messageId), messageId).toBe(isAnswer ? 1 : 2);
  });

  test("Callwright is killed while messages wait: all of them arrive after its start", async () => {
    const waiting = countAttempts(() => undefined);
    const id = await shortCall();
    await expect.poll(() => waiting.size).toBeGreaterThan(0);
    await server.kill();
    const arrived = countAttempts((response) => response.end("ok"));
    server = await start();
    user = await signIn(server.url, ACCOUNT);
    const deliveries = await settledDeliveries(id);
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => "delivered"));
    expect(typesOf(deliveries)).toEqual(await typesOfEvents(id));
    expect(deliveries.filter(({ id: messageId }) => !arrived.has(messageId))).toEqual([]);
  });
});

/** A metadata address of cloud machines, which must not be requested, because it has their credentials. */
function redirect(response: Parameters<LoopbackServer["answer"]>[0]): void {
  response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
}

function bookingTool(type: (typeof TOOLS)[number]) {
  const messages = [
    { type: "request-start", content: "One moment." },
    { type: "request-failed", content: SORRY },
    { type: "request-complete", content: "Booked." },
  ];
  const url = `${tools.origin}/book`;
  if (type === "function")
    return { type, messages, function: { name: "book" }, server: { url, timeoutSeconds: TIMEOUT_SECONDS } };
  return { type, messages, name: "book", method: "POST", url, timeoutSeconds: TIMEOUT_SECONDS };
}

function assistantWith(tool: object) {
  const steps = [[{ tool: "book" }], [{ tool: "book" }], [{ tool: "endCall" }]];
  return {
    firstMessageMode: "assistant-waits-for-user",
    transcriber: { provider: "callwright", model: "browser" },
    model: { provider: "callwright", model: "fake-tools", steps, tools: [tool, { type: "endCall" }] },
  };
}

const wordsOf = (events: readonly CallEvent[]) =>
  events.flatMap((event) => (event.type === "assistant.said" ? [event.payload.text] : []));

/** A call of one question and its answer, with its messages sent to the consumer. */
async function shortCall(): Promise<string> {
  const { id, caller } = await startCall(user, {
    assistant: {
      firstMessage: "Hello.",
      transcriber: { provider: "callwright", model: "browser" },
      model: { provider: "callwright", model: "fake-echo" },
      server: {
        url: `${consumer.origin}/events`,
        timeoutSeconds: 1,
        backoffPlan: { type: "fixed", maxRetries: 10, baseDelaySeconds: 0 },
      },
    },
  });
  const said = async () => wordsOf(await listEvents(user, id));
  await expect.poll(said).toEqual(["Hello."]);
  caller.send({ type: "add-message", message: { role: "user", content: "Are you there?" } });
  await expect.poll(said).toHaveLength(2);
  await user.send("POST", `/call/${id}/end`);
  caller.close();
  await endedCall(user, id);
  return id;
}

/** The number of attempts of each message; `answer` gets the number of the attempt. */
function countAttempts(answer: (...args: [...Parameters<LoopbackServer["answer"]>, attempt: number]) => void) {
  const attempts = new Map<string, number>();
  consumer.answer = (response, request) => {
    const { messageId } = JSON.parse(request.body).message;
    attempts.set(messageId, (attempts.get(messageId) ?? 0) + 1);
    answer(response, request, attempts.get(messageId) ?? 0);
  };
  return attempts;
}

/** The messages of a call, oldest first, when all of them are settled. */
function settledDeliveries(callId: string): Promise<WebhookDelivery[]> {
  return eventually("the messages to be delivered", async () => {
    const { body } = await user.send<{ results?: WebhookDelivery[] }>("GET", `/webhook-delivery?callId=${callId}&limit=100`);
    const { results = [] } = body;
    const isSettled = results.some(({ type }) => type === "end-of-call-report") && results.every(isOver);
    return isSettled ? results.toReversed() : undefined;
  });
}

const isOver = ({ status }: WebhookDelivery) => status === "delivered" || status === "failed";

const typesOf = (deliveries: readonly WebhookDelivery[]) => deliveries.map(({ type }) => type).sort();

/** The message types that a call's events lead to. */
async function typesOfEvents(callId: string): Promise<string[]> {
  const types = (await listEvents(user, callId)).flatMap(({ type }) => MESSAGES_OF[type] ?? []);
  return [...types, "end-of-call-report"].sort();
}

const MESSAGES_OF: Partial<Record<CallEvent["type"], string[]>> = {
  "call.started": ["status-update", "assistant.started"],
  "speech.started": ["speech-update"],
  "speech.stopped": ["speech-update"],
  "user.said": ["conversation-update"],
  "assistant.said": ["conversation-update"],
  "call.ended": ["status-update"],
};
