import type { AgentStarted, Chat } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { SQUAD_TEMPLATES } from "../../apps/web/src/features/squads/squad-templates.ts";
import { WORKFLOW_TEMPLATES } from "../../apps/web/src/features/workflows/workflow-templates.ts";

/** The dashboard's templates run without a key, to each of their ends. */

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

async function converse(target: object, said: readonly string[]) {
  const agents: AgentStarted[] = [];
  let last: Chat | undefined;
  for (const input of said) {
    const answer = await client.json<Chat>("POST", "/chat", { ...(last ? { sessionId: last.sessionId } : target), input });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    last = answer.body;
    agents.push(...(last.agents ?? []));
  }
  const words = (last?.output ?? []).flatMap(({ role, content }) => (role === "assistant" && content ? [content] : [])).join(" ");
  return { path: agents.map(({ name }) => name), words, status: last?.sessionStatus };
}

const CASES: [keyof typeof WORKFLOW_TEMPLATES, said: string[], path: string[], words: RegExp][] = [
  [
    "appointment",
    ["Hi", "Yes please", "Ada Lovelace", "Monday", "Yes"],
    ["Welcome", "Ask name", "Ask day", "Confirm", "Booked", "End call"],
    /^You are booked for .+\. Goodbye\.$/,
  ],
  ["appointment", ["Hi", "No thanks"], ["Welcome", "No appointment", "End call"], /^No problem/],
  ["appointment", ["Hi", "I want to talk to a person"], ["Welcome", "Human, please", "End call"], /calls you back/],
  [
    "orderStatus",
    ["Hi", "Yes", "1042", "10115", "No"],
    ["Welcome", "Ask order", "Verify", "Tell status", "Goodbye", "End call"],
    /^Thank you for calling/,
  ],
  [
    "reservation",
    ["Hi", "I'd like to book a table", "four people", "tomorrow at seven", "Ada Lovelace"],
    ["Welcome", "Ask party", "Ask time", "Ask name", "Booked", "End call"],
    /under Ada Lovelace/,
  ],
  [
    "leads",
    ["Hi", "Yes", "Northwind Traders", "twenty people", "next month"],
    ["Welcome", "Ask company", "Ask size", "Ask start", "Qualified", "End call"],
    /An expert calls .*Northwind Traders/i,
  ],
  ["leads", ["Hi", "No"], ["Welcome", "Private", "End call"], /free plan/],
];
test.each(CASES)("the template %s: %j", async (name, said, path, words) => {
  const run = await converse({ workflow: WORKFLOW_TEMPLATES[name] }, said);
  expect(run.path).toEqual(path);
  expect(run.words).toMatch(words);
  expect(run.status).toBe("completed");
});

test.each(Object.entries(SQUAD_TEMPLATES))("the squad template %s answers, and hands over", async (_name, squad) => {
  const { members } = squad;
  const second = members[1]?.assistant?.name ?? "";
  const { path } = await converse({ squad }, ["Hi", "I have a question about my bill"]);
  expect(path).toEqual([members[0]?.assistant?.name, second]);
});
