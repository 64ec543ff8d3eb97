import type { AgentStarted, Chat, Workflow } from "@callwright/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type LoopbackServer,
  startLoopbackServer,
} from "../../apps/server/src/modules/credential/outgoing/testing/loopback-server.ts";
import { ask, signUpInPage, talk, transcript } from "../harness/dashboard.ts";
import { eventually } from "../harness/eventually.ts";
import { journey } from "../harness/journey.ts";
import { mark, speakInto, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { getCall, listEvents, type PlatformUser, signIn } from "../harness/platform.ts";
import { speechFile } from "../harness/speech.ts";

/**
 * Somebody extends a workflow on the canvas by a request to their kitchen and a condition, talks to it there, and sees the path. In a chat
 * and aloud the same words take the same path: eight nodes with a global one, a request, a Liquid condition and two ends.
 */

const KITCHEN = "ask the kitchen";
/** The caller's words, and the beginning of the answer. */
const ORDER: readonly [said: string, answer: RegExp][] = [
  ["Yes please", /Could you tell me the flavor/],
  ["When are you open", /We are open/],
  ["A chocolate cake", /For how many people/],
  ["For eight people", /On which day/],
  ["On the fifth of May", /A chocolate cake for 8 people/],
  ["Yes, that is right", /Thank you\. Your cake will be ready/],
];
/** Sound of the first words, in blocks of 10 ms. The assistant repeats a question that is answered before its first word is heard. */
const HEARD = 60;
const PATH = ["greeting", "order", "opening hours", "order", "read back", KITCHEN, "confirmation", "end"];

const started = journey();
let user: PlatformUser;
let kitchen: LoopbackServer;
let workflow: Workflow;

beforeAll(async () => {
  kitchen = await startLoopbackServer((response) => response.end('{"status":"ok"}'));
});
afterAll(() => kitchen?.close());

const canvas = (page: Page) => page.getByRole("application", { name: "Workflow canvas" });
const namesOf = (agents: readonly AgentStarted[]) => agents.map(({ name }) => name);
const inspector = (page: Page) => page.getByRole("region", { name: "Selection" });

/** Adds an edge from the selected node, which is selected then. */
async function connect(page: Page, to: string): Promise<void> {
  await inspector(page).getByRole("combobox", { name: "Add an edge to…" }).fill(to);
  await page.getByRole("listbox", { name: "Add an edge to…" }).getByRole("option", { name: to, exact: true }).click();
  await inspector(page)
    .getByRole("heading", { name: `${KITCHEN} → ${to}` })
    .waitFor();
}

async function find(page: Page, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Find on the canvas" }).fill(name);
  await page.getByRole("listbox", { name: "Find on the canvas" }).getByRole("option", { name, exact: true }).click();
  await inspector(page).getByRole("heading", { name, exact: true }).waitFor();
}

async function publish(page: Page): Promise<void> {
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Draft ·").waitFor({ state: "detached" });
}

test("the new organization has a workflow, which opens on a canvas", async () => {
  const { page, person, url } = started();
  await signUpInPage(page, person);
  user = await signIn(url, person);
  await page.goto("/workflows");
  await page.getByRole("link", { name: "Cake order" }).click();
  await canvas(page).waitFor();
  for (const name of ["greeting", "order", "read back", "confirmation", "no order", "opening hours"])
    await canvas(page).getByText(name, { exact: true }).first().waitFor();
});

test("a request to the kitchen is added, and the order goes there before it is confirmed", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByRole("menuitem", { name: "API request", exact: true }).click();
  await inspector(page).getByRole("textbox", { name: "Name", exact: true }).first().fill(KITCHEN);
  await page.keyboard.press("Enter");
  await inspector(page).getByRole("heading", { name: KITCHEN, exact: true }).waitFor();
  await inspector(page)
    .getByRole("button", { name: /^Own tool/ })
    .click();
  await inspector(page).getByRole("textbox", { name: /^URL/ }).fill(`${kitchen.origin}/orders`);
  await connect(page, "confirmation");
  await inspector(page).getByLabel("Condition").fill('{{ flavor == "chocolate" }}');
  await find(page, KITCHEN);
  await connect(page, "no order");
  await find(page, "read back");
  await inspector(page)
    .getByRole("button", { name: /confirmation$/ })
    .click();
  await inspector(page).getByLabel("To node").selectOption(KITCHEN);
  await publish(page);
  await page.reload();
  await canvas(page).getByText(KITCHEN, { exact: true }).first().waitFor();
  const [stored] = (await user.send<Workflow[]>("GET", "/workflow")).body;
  if (!stored) throw new Error("There is no workflow.");
  workflow = stored;
  expect(workflow.nodes).toHaveLength(8);
  expect(workflow.edges.filter(({ from, to }) => from === KITCHEN || to === KITCHEN)).toEqual([
    { from: "read back", to: KITCHEN, condition: { type: "ai", prompt: "The caller confirms" } },
    { from: KITCHEN, to: "confirmation", condition: { type: "ai", prompt: '{{ flavor == "chocolate" }}' } },
    { from: KITCHEN, to: "no order" },
  ]);
});

test("beside the canvas, a typed call lights up its nodes and ends at the right one", async () => {
  const { page } = started();
  const quiet = await mark(page);
  await talk(page);
  await lineOf(page, /Hello, this is Hazel Street Bakery/).waitFor();
  await waitForSound(page, quiet, HEARD);
  for (const [said, answer] of ORDER.slice(0, -1)) {
    await ask(page, said);
    await lineOf(page, answer).waitFor();
  }
  await canvas(page).locator('[data-state="running"]').filter({ hasText: "read back" }).waitFor();
  await page.getByText("chocolate", { exact: true }).first().waitFor();
  await ask(page, ORDER.at(-1)?.[0] ?? "");
  await lineOf(page, ORDER.at(-1)?.[1] ?? /$^/).waitFor();
  expect(await pathOfCall(page)).toEqual(PATH);
  expect(kitchen.arrived.map(({ url }) => url)).toEqual(["/orders"]);
});

test("a node of the path plays its part of the recording, and pressed again its next one", async () => {
  const { page } = started();
  const id = callOnPage(page);
  const entered = (await listEvents(user, id)).flatMap(({ type, payload, atMs }) =>
    type === "agent.started" && payload.name === "order" ? [String(Math.round(atMs / 100) / 10)] : [],
  );
  expect(entered).toHaveLength(2);
  const position = () => new URL(page.url()).searchParams.get("t");
  const order = canvas(page)
    .locator(".react-flow__node")
    .filter({ has: page.getByText("order", { exact: true }) });
  await order.click();
  await expect.poll(position).toBe(entered[0]);
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await order.press("Enter");
  await expect.poll(position).toBe(entered[1]);
});

test("a call starts at a node, with values for what earlier nodes ask", async () => {
  const { page } = started();
  await page.goto(`/workflows/${workflow.id}`);
  await find(page, "read back");
  await inspector(page).getByRole("button", { name: "Talk from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Variable values" });
  for (const [name, value] of [
    ["flavor", "lemon"],
    ["people", "6"],
  ] as const)
    await dialog.getByRole("textbox", { name, exact: true }).fill(value);
  const quiet = await mark(page);
  await dialog.getByRole("button", { name: "Talk" }).click();
  await lineOf(page, /A lemon cake for 6 people/).waitFor();
  await waitForSound(page, quiet, HEARD);
  await page.getByText("Starts at “read back”. Without a value: day.").waitFor();
  await ask(page, "Yes, that is right");
  expect(await pathOfCall(page)).toEqual(["read back", KITCHEN, "no order", "end"]);
});

test("a chat takes the same path, and another flavor the other one", async () => {
  const chat = async (said: readonly string[]) => {
    const agents: AgentStarted[] = [];
    let last: Chat | undefined;
    for (const input of said) {
      const target = last ? { sessionId: last.sessionId } : { workflowId: workflow.id };
      last = (await user.send<Chat>("POST", "/chat", { ...target, input })).body;
      agents.push(...(last.agents ?? []));
    }
    return { path: namesOf(agents), status: last?.sessionStatus };
  };
  const said = ["Hi", ...ORDER.map(([words]) => words)];
  expect(await chat(said)).toEqual({ path: PATH, status: "completed" });
  const lemon = said.map((words) => words.replace("chocolate", "lemon"));
  expect(await chat(lemon)).toEqual({ path: [...PATH.slice(0, -2), "no order", "end"], status: "completed" });
});

test("aloud, the same words take the same path to the end of the call", async () => {
  const { page } = started();
  // Recognizes the person's fixed words, however they are spoken.
  const transcriber = { provider: "callwright", model: "fake-instant", text: ORDER.map(([words]) => words) };
  const { status } = await user.send("PATCH", `/workflow/${workflow.id}`, { transcriber });
  expect(status).toBe(200);
  await page.goto(`/workflows/${workflow.id}`);
  await canvas(page).waitFor();
  await talk(page);
  for (const [said, answer] of ORDER) {
    await waitForSilence(page);
    await speakInto(page, await speechFile({ text: said, voice: "slt" }));
    await lineOf(page, answer).waitFor();
  }
  expect(await pathOfCall(page)).toEqual(PATH);
});

const lineOf = (page: Page, text: RegExp) => transcript(page).locator('[data-role="assistant"]').filter({ hasText: text });

/** The names of the nodes of the call that has just ended by itself. */
async function pathOfCall(page: Page): Promise<string[]> {
  await page.getByRole("link", { name: "Open the call" }).click();
  await page.waitForURL(/\/calls\/[0-9a-f-]{36}/);
  const id = callOnPage(page);
  const call = await eventually("the call to have ended", async () => {
    const found = await getCall(user, id);
    return found.status === "ended" ? found : undefined;
  });
  expect(call.endedReason).toBe("assistant-ended-call");
  await page.getByRole("tab", { name: "Path", exact: true }).click();
  await page.locator('[data-state="passed"]').filter({ hasText: KITCHEN }).waitFor();
  return namesOf((await listEvents(user, id)).flatMap((event) => (event.type === "agent.started" ? [event.payload] : [])));
}

const callOnPage = (page: Page) => /\/calls\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
