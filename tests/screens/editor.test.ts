import {
  type Assistant,
  type AssistantDraft,
  MODEL_PROVIDERS,
  TRANSCRIBER_PROVIDERS,
  VOICE_PROVIDERS,
} from "@callwright/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  chooseProvider,
  closePart,
  followPath,
  openPart,
  partRow,
  providerField,
  providersIn,
  rename,
} from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** An assistant from its creation to its second version. */

failTogether();

/** Names of the providers without further required fields. */
const OFFLINE = { Model: "Built-in answers", Voice: "Offline voices", Transcriber: "Offline, or the caller's browser" };

let page: Page;
let user: PlatformUser;
let id: string;

beforeAll(async () => {
  ({ page, user } = await openDashboard());
});

test("a new assistant begins with a template, and opens unpublished in its editor", async () => {
  await page.getByRole("button", { name: "New assistant" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New assistant" });
  await dialog.getByLabel("Name").fill("Front desk");
  await dialog.getByRole("radio", { name: "Dental clinic" }).click();
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  await page.goForward();
  await dialog.getByLabel("Name").fill("Front desk");
  expect(await dialog.getByRole("radio", { name: "Dental clinic" }).isChecked()).toBe(true);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/assistants\/[0-9a-f-]{36}/);
  id = /\/assistants\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  await page.getByText("Unpublished").waitFor();
  expect(await page.getByLabel("First message").inputValue()).toContain("Bright Smile Dental");
  const { body } = await user.send("GET", `/assistant/${id}`);
  expect(body).toMatchObject({ name: "Front desk", latestVersion: "v0" });
});

test("an edit is saved as a draft, and only its name shows outside", async () => {
  await rename(page, "Night desk");
  await page.getByLabel("First message").fill("Good evening, this is the night desk.");
  await page.getByText("Draft · saved").waitFor();
  const { body } = await user.send<Assistant>("GET", `/assistant/${id}`);
  expect(body).toMatchObject({ name: "Night desk", latestVersion: "v0" });
  expect(body.firstMessage).toContain("Bright Smile Dental");
});

test("the draft is there after a reload", async () => {
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Night desk" }).waitFor();
});

test("a field that is not valid says so and is not saved", async () => {
  await page.getByRole("tab", { name: "Advanced" }).click();
  const longest = page.getByLabel("Maximum call length");
  await longest.fill("5");
  await page.getByText("10 or more.").first().waitFor();
  await page.getByText("Draft · fix problems to save").waitFor();
  await longest.fill("300");
  await page.getByText("Draft · saved").waitFor();
});

test("the list says that it is not published, and the first publication makes version 1", async () => {
  await followPath(page, "/assistants");
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Night desk" }) });
  await row.getByText("Unpublished").waitFor();
  await row.getByRole("link").click();
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByText("No published versions yet").waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.locator("header").getByText("v1 live").waitFor();
  const { body } = await user.send("GET", `/assistant/${id}`);
  expect(body).toMatchObject({ name: "Night desk", latestVersion: "v1" });
});

test("publishing shows what changes and makes version 2", async () => {
  await followPath(page, `/assistants/${id}`);
  await page.getByLabel("First message").fill("Good night, this is the night desk.");
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 change").waitFor();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await page.locator("header").getByText("v2 live").waitFor();
  const { body } = await user.send("GET", `/assistant/${id}`);
  expect(body).toMatchObject({ name: "Night desk", firstMessage: "Good night, this is the night desk.", latestVersion: "v2" });
});

test("the JSON tab edits the same assistant", async () => {
  await page.getByRole("tab", { name: "JSON" }).click();
  const editor = page.getByRole("textbox", { name: "Assistant as JSON" });
  await expect.poll(() => editor.textContent()).toContain("Good night, this is the night desk.");
});

test("a variable is completed after two braces, and Talk asks for its value", async () => {
  await followPath(page, `/assistants/${id}`);
  const firstMessage = page.getByLabel("First message");
  await firstMessage.fill("Hi {{order_number}}, ");
  await page.getByText("Nothing sets order_number.").waitFor();
  const prompt = page.getByLabel("Prompt");
  await prompt.fill("It is about order ");
  await prompt.press("End");
  await prompt.pressSequentially("{{ord");
  await page.getByRole("option", { name: "order_number" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => prompt.inputValue()).toBe("It is about order {{order_number}}");
  await page.keyboard.type(" of {{");
  const names = page.getByRole("listbox", { name: "Variables" });
  await names.getByRole("option", { name: "now" }).waitFor();
  await page.keyboard.press("Escape");
  await names.waitFor({ state: "hidden" });
  await page.keyboard.type("date}}");
  // Records the request that starts a call; no call host has to run.
  const started: unknown[] = [];
  await page.route("**/call/web", async (route) => {
    started.push(route.request().postDataJSON());
    await route.abort();
  });
  await page.getByRole("button", { name: "Talk", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Variable values" });
  await expect.poll(() => dialog.getByRole("textbox").count()).toBe(1);
  await dialog.getByLabel("order_number").fill("17");
  await dialog.getByRole("button", { name: "Talk" }).click();
  await expect.poll(() => started).toMatchObject([{ assistantOverrides: { variableValues: { order_number: "17" } } }]);
  await page.getByRole("button", { name: "Close the call panel" }).click();
  await page.unroute("**/call/web");
  expect(await page.getByText("Nothing sets order_number.").count()).toBe(0);
  await page.getByText("Draft · saved").waitFor();
});

test("a line with a variable that nothing sets has a sign, which opens its fix", async () => {
  await followPath(page, `/assistants/${id}`);
  const prompt = page.getByLabel("Prompt");
  await prompt.fill("You are kind.\nToday is {{dat}}.");
  await page.getByText("{{dat}} never set").waitFor();
  await page.getByRole("button", { name: "Line 2: Nothing sets dat. Did you mean date?" }).press("Enter");
  await page.getByRole("button", { name: "Replace" }).click();
  await expect.poll(() => prompt.inputValue()).toBe("You are kind.\nToday is {{date}}.");
  await prompt.fill("Your plan is {{plan}}.");
  await page.getByRole("button", { name: /^Line 1: Nothing sets plan/ }).press("Enter");
  await page.getByRole("button", { name: "Give it a default" }).click();
  await expect.poll(() => prompt.inputValue()).toBe('Your plan is {{plan | default: ""}}.');
  await page.keyboard.type("basic");
  await page.getByText("{{plan}} default").waitFor();
  expect(await prompt.inputValue()).toBe('Your plan is {{plan | default: "basic"}}.');
});

test("a file is uploaded beside the prompt, and the draft answers from it in a chat until it is removed", async () => {
  const knowledge = page.getByRole("region", { name: "Knowledge" });
  const chosen = page.waitForEvent("filechooser");
  await knowledge.getByRole("button", { name: "browse" }).click();
  const buffer = Buffer.from("# Parking\nThe car park behind the library is free for guests.");
  await (await chosen).setFiles({ name: "guests.md", mimeType: "text/markdown", buffer });
  await knowledge.getByRole("link", { name: "guests.md" }).waitFor();
  await knowledge.getByText("1 passage").waitFor();
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Chat or phone" }).click();
  await page.getByRole("menuitem", { name: "Chat by text" }).click();
  await page.getByRole("dialog", { name: "Variable values" }).getByRole("button", { name: "Chat" }).click();
  const chat = page.getByRole("complementary", { name: "Chat" });
  await chat.getByRole("textbox", { name: "Write a message" }).fill("Where is the car park?");
  await page.keyboard.press("Enter");
  await chat.getByText("behind the library", { exact: false }).waitFor();
  await chat.getByRole("button", { name: "Close the chat" }).click();
  await knowledge.getByRole("button", { name: "Remove guests.md" }).click();
  await knowledge.getByRole("link", { name: "guests.md" }).waitFor({ state: "detached" });
  await page.getByText("Draft · saved").waitFor();
  const { body } = await user.send<AssistantDraft>("GET", `/assistant/${id}/draft`);
  expect(body.config.model?.tools).toBeUndefined();
});

test("what is stored without effect is a warning, which leads to its field, and Talk waits for it", {
  tags: "long",
}, async () => {
  await page.goto(`/assistants/${id}`);
  await page.getByRole("button", { name: "Rename" }).waitFor();
  const { body: before } = await user.send<AssistantDraft>("GET", `/assistant/${id}/draft`);
  await user.send("PUT", `/assistant/${id}/draft`, {
    revision: before.revision,
    config: { name: "Night desk", voice: { provider: "vapi", voiceId: "Elliot" } },
  });
  await page.reload();
  await partRow(page, "Voice").getByText("Vapi").waitFor();
  const disabledTalk = page.getByRole("button", { name: "Talk", exact: true, disabled: true });
  await disabledTalk.waitFor();
  expect(await disabledTalk.getAttribute("title")).toContain("Voices of vapi run on the hosted platform alone");
  await disabledTalk.click({ force: true });
  expect(new URL(page.url()).search).toBe("");
  await rename(page, "Late desk");
  await page.getByRole("button", { name: "2 warnings" }).click();
  await page.getByRole("menuitem", { name: /Voices of vapi run on the hosted platform alone/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("value"))).toBe("Vapi");
  await chooseProvider(page, "Voice", OFFLINE.Voice);
  await closePart(page);
  await rename(page, "Night desk");
  await page.getByRole("button", { name: "2 warnings" }).waitFor({ state: "detached" });
  await disabledTalk.waitFor({ state: "detached" });
});

const PROVIDERS = [
  ["Model", MODEL_PROVIDERS],
  ["Voice", VOICE_PROVIDERS],
  ["Transcriber", TRANSCRIBER_PROVIDERS],
] as const;

const nativeSelect = (label: string) => page.getByRole("combobox", { name: label, exact: true });

test("every provider is shown, and those that cannot run here cannot be chosen and say why", async () => {
  await followPath(page, `/assistants/${id}`);
  for (const [part, providers] of PROVIDERS) {
    await expect.poll(() => providersIn(page, part, "Not on this server")).not.toEqual([]);
    const ready = await providersIn(page, part, "Ready");
    const needy = await providersIn(page, part, "Needs a key");
    const others = await providersIn(page, part, "Not on this server");
    expect([...ready, ...needy, ...others].toSorted()).toEqual([...providers].toSorted());
    expect(await providersIn(page, part)).toEqual([...ready, ...needy]);
  }
  expect(await providersIn(page, "Model", "Needs a key")).toContain("openai");
  await openPart(page, "Voice");
  await providerField(page, "Voice").click();
  await page.getByRole("option", { name: /^Sesame.*has no public API/ }).waitFor();
  await page.keyboard.press("Escape");
});

test("a provider is searched by its name or id, and chosen by keyboard", async () => {
  await openPart(page, "Voice");
  const field = providerField(page, "Voice");
  const found = page.getByRole("listbox", { name: "Voice provider" }).getByRole("option");
  await field.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("11labs");
  await expect.poll(() => found.allTextContents()).toEqual(["ElevenLabs"]);
  await page.keyboard.type("no such provider");
  await page.getByText("No provider matches.").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("cart");
  await page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toBe("Cartesia");
  await chooseProvider(page, "Voice", OFFLINE.Voice);
});

test("every provider that runs, and every offline voice and transcriber, can be chosen and is there after a reload", async () => {
  await followPath(page, `/assistants/${id}`);
  const chosen = () => Promise.all(PROVIDERS.map(([part]) => partRow(page, part).textContent()));
  const expectAfterReload = async () => {
    await closePart(page);
    await page.getByText("Draft · saved").waitFor();
    const before = await chosen();
    await page.reload();
    await expect.poll(chosen).toEqual(before);
  };
  for (const [part] of PROVIDERS) {
    const field = providerField(page, part);
    for (const provider of await providersIn(page, part)) {
      await field.click();
      await page
        .getByRole("listbox", { name: `${part} provider`, exact: true })
        .locator(`[data-value="${provider}"]`)
        .click();
      await page.getByRole("heading", { level: 1, name: "Night desk", includeHidden: true }).waitFor();
    }
    if (part !== "Model") continue;
    await chooseProvider(page, "Model", "OpenAI");
    // The initial name does not filter the list.
    await page.locator('input[name="model.model"]').click();
    await page.getByRole("option", { name: "gpt-4o-mini" }).click();
    await page.getByLabel("Temperature").fill("0.7");
  }
  await expectAfterReload();
  const parts = [
    ["Voice", "Voice"],
    ["Transcriber", "Speech recognition"],
  ] as const;
  for (const [part, label] of parts) {
    await chooseProvider(page, part, OFFLINE[part]);
    const select = nativeSelect(label);
    await select.waitFor();
    const options = await select.locator("option").evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    expect(options).not.toEqual([]);
    for (const option of options) {
      await select.selectOption(option);
      await expect.poll(() => select.inputValue()).toBe(option);
    }
  }
  await expectAfterReload();
  for (const [part, label] of parts) {
    await openPart(page, part);
    expect(await nativeSelect(label).inputValue()).not.toBe("");
  }
  await openPart(page, "Model");
  expect(await page.getByLabel("Temperature").inputValue()).toBe("0.7");
  expect(await page.locator('input[name="model.model"]').inputValue()).toBe("gpt-4o-mini");
});

test("a provider that needs a key gets it in a dialog of the editor, and is ready with it", async () => {
  await followPath(page, `/assistants/${id}`);
  // Under the line of the model, where the sheet is closed.
  await page.getByRole("region", { name: "How it answers" }).getByRole("button", { name: "Add a key for OpenAI" }).click();
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByLabel("API key").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").waitFor();
  await page.keyboard.type("sk-test");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(`/assistants/${id}`);
  await expect.poll(() => providersIn(page, "Model", "Ready")).toContain("openai");
  await expect.poll(() => page.getByText("OpenAI needs a key.").count()).toBe(0);
});

test("the settings that the chosen provider honors are edited on its card, with a fallback, and are there after a reload", {
  tags: "long",
}, async () => {
  await chooseProvider(page, "Voice", "OpenAI");
  const card = page.getByRole("dialog").getByRole("region", { name: "Voice", exact: true });
  await card.getByRole("button", { name: "Settings" }).click();
  await card.getByLabel("Speed").fill("9");
  await card.getByText("4 or less.").waitFor();
  await card.getByLabel("Speed").fill("1.2");
  await card.getByRole("button", { name: "Add fallback" }).click();
  await card.getByRole("button", { name: "Add fallback" }).click();
  const fallbacks = card.getByRole("region", { name: "Fallback voices" });
  await chooseProvider(page, "Voice", "Deepgram", 2);
  await fallbacks.getByRole("button", { name: "Move Fallback 2 up" }).click();
  await page.getByText("Draft · saved").waitFor();
  const { body } = await user.send<{ config: Assistant }>("GET", `/assistant/${id}/draft`);
  expect(body.config.voice).toMatchObject({
    provider: "openai",
    speed: 1.2,
    fallbackPlan: { voices: [{ provider: "deepgram" }, { provider: "callwright" }] },
  });
  await page.reload();
  await card.getByRole("button", { name: "Settings" }).click();
  await expect.poll(() => card.getByLabel("Speed").inputValue()).toBe("1.2");
  await card.getByLabel("Speed").fill("");
  await page.getByText("Draft · saved").waitFor();
  const later = await user.send<{ config: Assistant }>("GET", `/assistant/${id}/draft`);
  expect(later.body.config.voice).not.toHaveProperty("speed");
  await chooseProvider(page, "Voice", OFFLINE.Voice);
  await closePart(page);
  await page.getByText("Draft · saved").waitFor();
});

const sound = { url: "https://example.com/sound" };
/** Required fields of a provider besides its name. */
const MODEL_NEEDS: Readonly<Record<string, object>> = { "custom-llm": { url: "http://example.com/v1" } };
const VOICE_NEEDS: Readonly<Record<string, object>> = {
  "custom-voice": { server: sound },
  neuphonic: { language: "en" },
  sesame: { model: "csm-1b" },
};
const TRANSCRIBER_NEEDS: Readonly<Record<string, object>> = {
  "custom-transcriber": { server: sound },
  openai: { model: "gpt-4o-transcribe" },
};

test("an assistant of any provider opens, made by the API", { tags: "long" }, async () => {
  const count = Math.max(MODEL_PROVIDERS.length, VOICE_PROVIDERS.length, TRANSCRIBER_PROVIDERS.length);
  const of = (providers: readonly string[], index: number) => providers[index % providers.length] ?? "";
  const names = Array.from({ length: count }, (_, index) => `Provider ${index + 1}`);
  for (const [index, name] of names.entries()) {
    const model = of(MODEL_PROVIDERS, index);
    const voice = of(VOICE_PROVIDERS, index);
    const transcriber = of(TRANSCRIBER_PROVIDERS, index);
    const created = await user.send("POST", "/assistant", {
      name,
      model: { provider: model, model: "any", ...MODEL_NEEDS[model] },
      voice: { provider: voice, voiceId: "any", ...VOICE_NEEDS[voice] },
      transcriber: { provider: transcriber, ...TRANSCRIBER_NEEDS[transcriber] },
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
  }
  await followPath(page, "/assistants");
  for (const name of names) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    for (const [part] of PROVIDERS) await partRow(page, part).waitFor();
    await page.goBack();
  }
});

test("a draft that the editor cannot show can be repaired as JSON, or discarded", async () => {
  // A host may keep what the editor does not expect.
  const address = `**/assistant/${id}/draft`;
  let isDiscarded = false;
  await page.route(address, async (route) => {
    if (route.request().method() === "GET" && !isDiscarded) {
      const draft = await (await route.fetch()).json();
      const model = { provider: "openai", model: "any", messages: "not a list" };
      await route.fulfill({ json: { ...draft, config: { ...draft.config, model } } });
      return;
    }
    isDiscarded ||= route.request().method() === "DELETE";
    await route.continue();
  });
  await page.goto(`/assistants/${id}`);
  await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
  await page.getByRole("button", { name: "Open JSON" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Assistant as JSON" }).textContent()).toContain("not a list");
  await page.getByRole("tab", { name: "Assistant" }).click();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await partRow(page, "Model").getByText(OFFLINE.Model).waitFor();
  // The page may be reading the draft again, as after a change in another window.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
