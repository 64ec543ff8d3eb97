import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, hangUp, openAssistant, signUpInPage, talk, transcript } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";

/** An assistant gets a tool of the user's own server, books with it in a call, and the calls of the tool can be read afterwards. */

const ANSWER = "You are booked, the number is 4711.";

const started = journey();

let hook: Server;
let hookUrl: string;
/** Sent to the user's server. */
const asked: { type: string; toolCallList: { id: string; function: { name: string } }[] }[] = [];

beforeAll(async () => {
  hook = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { message } = JSON.parse(Buffer.concat(chunks).toString());
    asked.push(message);
    const results = message.toolCallList.map(({ id }: { id: string }) => ({ toolCallId: id, result: ANSWER }));
    response.end(JSON.stringify({ results }));
  });
  await new Promise<void>((listening) => hook.listen(0, "127.0.0.1", listening));
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/tools`;
});
afterAll(() => {
  hook.closeAllConnections();
  hook.close();
});

test("the user creates a tool that their server runs", async () => {
  const { page, person } = started();
  await signUpInPage(page, person);
  await page.goto("/tools/new");
  await page.getByRole("button", { name: "Function on your server" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("book_appointment");
  await page.getByRole("textbox", { name: "Description" }).fill("Books an appointment.");
  await page.getByRole("region", { name: "Server" }).getByLabel("URL").fill(hookUrl);
  await page.getByRole("button", { name: /^Create/ }).click();
  await page.getByRole("heading", { level: 1, name: "book_appointment" }).waitFor();
});

test("the assistant gets the tool in its Tools tab, and keeps it after a reload", async () => {
  const { page } = started();
  await page.goto("/assistants");
  await openAssistant(page, "Riley");
  await page.getByRole("tab", { name: "Tools", exact: true }).click();
  await page.getByRole("combobox", { name: "Add a tool" }).click();
  await page.getByRole("option", { name: "book_appointment" }).click();
  await page.getByText("Draft · saved").waitFor();
  await page.reload();
  await page.getByText("book_appointment").first().waitFor();
});

test("asked in a call, the assistant books with it and says the server's answer", async () => {
  const { page } = started();
  await talk(page);
  await ask(page, "Please book an appointment.");
  await transcript(page).getByText("book_appointment").waitFor();
  await transcript(page).locator('[data-role="assistant"]').filter({ hasText: ANSWER }).waitFor();
  expect(asked).toMatchObject([{ type: "tool-calls", toolCallList: [{ function: { name: "book_appointment" } }] }]);
});

test("the call's page has the tool call with its answer", async () => {
  const { page } = started();
  await hangUp(page);
  const row = page.locator("details").filter({ hasText: "book_appointment" });
  await row.locator("summary").click();
  await row.getByRole("group", { name: "Answer" }).getByText(ANSWER).waitFor();
});

test("the tool's page lists the run, which leads to the call", async () => {
  const { page } = started();
  const callUrl = page.url();
  await page.goto("/tools");
  await page.getByRole("link", { name: "book_appointment" }).first().click();
  await page.getByRole("region", { name: "Earlier" }).locator("summary").first().click();
  await page.getByRole("link", { name: "Open the call" }).first().click();
  await page.waitForURL(callUrl);
});
