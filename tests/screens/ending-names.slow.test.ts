import type { Assistant } from "@callwright/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { closePart, openPart } from "../harness/dashboard.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";

/** The author's view of an assistant whose model has been ended by its provider. */

const ENDED = "gpt-3.5-turbo";

let dashboard: OpenDashboard;
let page: Page;
let id: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
  const assistant = { name: "Long ago", model: { provider: "openai", model: ENDED } };
  id = (await dashboard.user.send<Assistant>("POST", "/assistant", assistant)).body.id;
});
afterAll(() => expect(dashboard.errors).toEqual([]));

test("the overview says what uses it, and leads to the assistant", async () => {
  await page.goto("/overview");
  const card = page.getByRole("region", { name: "Ended, or ending soon" });
  await card.getByText(/^OpenAI ended gpt-3\.5-turbo on .+: calls with it fail\. Use \S+ instead\.$/).waitFor();
  await expectAccessibleInEveryLook(page);
  await card.getByRole("link", { name: "Long ago" }).click();
  await page.waitForURL(`**/assistants/${id}`);
});

test("the field says that it ended, and suggests names that live", async () => {
  const sheet = await openPart(page, "Model");
  const field = sheet.getByLabel("Model name").first();
  await sheet.getByText(/^ended on /).waitFor();
  await field.click();
  const options = page.getByRole("listbox").getByRole("option");
  await options.first().waitFor();
  const names = await options.allTextContents();
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => name.includes("ended on"))).toEqual([]);
  await page.keyboard.press("Escape");
  await closePart(page);
});

test("the warning shows the change to its successor, and makes it", async () => {
  await page.getByRole("button", { name: "1 warning" }).click();
  await page.getByRole("menuitem", { name: "Show the change" }).click();
  const dialog = page.getByRole("dialog", { name: `Replace ${ENDED}` });
  await dialog.getByText(ENDED).last().waitFor();
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole("button", { name: "Replace", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Draft · saved").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "1 warning" }).count()).toBe(0);
  const { body: draft } = await dashboard.user.send<{ config: { model: { model: string } } }>("GET", `/assistant/${id}/draft`);
  expect(draft.config.model.model).not.toBe(ENDED);
});

test("a model, a voice and a transcriber each have a warning, which is replaced or says what to use", async () => {
  const { user } = dashboard;
  const { body } = await user.send<Assistant>("POST", "/assistant", {
    name: "All of them",
    model: { provider: "anthropic", model: "claude-3-opus-20240229" },
    voice: {
      provider: "cartesia",
      voiceId: "f786b574-daa5-4673-aa0c-cbe3e8534c02",
      model: "sonic-english",
      fallbackPlan: { voices: [{ provider: "openai", voiceId: "marin", model: "tts-1" }] },
    },
    transcriber: { provider: "google", model: "gemini-2.0-flash" },
  });
  await page.goto(`/assistants/${body.id}`);
  const said = {
    "model.model": /^Anthropic ended claude-3-opus-20240229 on .+: calls with it fail\. Use claude-\S+ instead\.$/,
    "voice.model": /^Cartesia ended sonic-english on .+ Use sonic-\S+ instead\.$/,
    "voice.fallbackPlan.voices.0.model": /^OpenAI end(s|ed) tts-1 on .+ Use a voice of Callwright instead: it needs no key\.$/,
    "transcriber.model": /^Google ended gemini-2\.0-flash on .+ Use gemini-\S+ instead\.$/,
  };
  await page.getByRole("button", { name: "4 warnings" }).click();
  for (const [path, text] of Object.entries(said))
    await page.getByRole("menuitem").filter({ hasText: path }).getByText(text).waitFor();
  expect(await page.getByRole("menuitem", { name: "Show the change" }).count()).toBe(3);
  for (const [warnings, name] of [
    ["4 warnings", "claude-3-opus-20240229"],
    ["3 warnings", "sonic-english"],
    ["2 warnings", "gemini-2.0-flash"],
  ] as const) {
    if (warnings !== "4 warnings") await page.getByRole("button", { name: warnings }).click();
    await replaceIn(name);
  }
  await page.getByRole("button", { name: "1 warning" }).waitFor();
});

test("a squad's canvas warns of its members' names, and replaces what it stores itself", async () => {
  const { user } = dashboard;
  const { body: stored } = await user.send<Assistant>("POST", "/assistant", {
    name: "Stored",
    transcriber: { provider: "google", model: "gemini-2.0-flash" },
  });
  const { body: squad } = await user.send<{ id: string }>("POST", "/squad", {
    name: "Team",
    members: [
      { assistant: { name: "Inline", model: { provider: "openai", model: ENDED } } },
      { assistantId: stored.id },
      // Its ended transcriber is overridden.
      { assistantId: stored.id, assistantOverrides: { name: "Other", transcriber: { provider: "deepgram" } } },
    ],
  });
  await page.goto(`/squads/${squad.id}`);
  await page.getByRole("button", { name: "2 warnings", exact: true }).waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "2 warnings" }).click();
  const items = page.getByRole("menuitem");
  await items
    .filter({ hasText: "members.1.assistantId" })
    .getByText(/^Google ended gemini-2\.0-flash on /)
    .waitFor();
  await items
    .filter({ hasText: "members.0.assistant.model.model" })
    .getByText(/^OpenAI ended gpt-3\.5-turbo on /)
    .waitFor();
  const marked = page.locator(".react-flow__node").filter({ has: page.locator("[data-problem]") });
  expect(await marked.count()).toBe(2);
  await replaceIn();
  await page.getByRole("button", { name: "1 warning" }).waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect.poll(async () => JSON.stringify((await user.send<object>("GET", `/squad/${squad.id}`)).body)).not.toContain(ENDED);
});

test("a workflow's canvas warns of its nodes' names, and replaces them", async () => {
  const { user } = dashboard;
  const { body: workflow } = await user.send<{ id: string }>("POST", "/workflow", {
    name: "Table",
    nodes: [
      { type: "conversation", name: "Welcome", isStart: true, prompt: "Greet.", model: { provider: "openai", model: ENDED } },
      { type: "hangup", name: "End" },
    ],
    edges: [{ from: "Welcome", to: "End" }],
  });
  await page.goto(`/workflows/${workflow.id}`);
  await page.getByRole("button", { name: "1 warning", exact: true }).waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "1 warning", exact: true }).click();
  await page
    .getByRole("menuitem")
    .filter({ hasText: "nodes.0.model.model" })
    .getByText(/^OpenAI ended gpt-3\.5-turbo on /)
    .waitFor();
  const marked = page.locator(".react-flow__node").filter({ has: page.locator("[data-problem]") });
  expect(await marked.allTextContents()).toEqual([expect.stringContaining("Welcome")]);
  await replaceIn();
  await expect.poll(() => page.getByRole("button", { name: "1 warning" }).count()).toBe(0);
  expect(await marked.count()).toBe(0);
});

/** The first in the open menu of problems. */
async function replaceIn(name = ENDED): Promise<void> {
  await page.getByRole("menuitem", { name: "Show the change" }).first().click();
  const dialog = page.getByRole("dialog", { name: `Replace ${name}` });
  await dialog.getByRole("button", { name: "Replace", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}
