import { expect, test } from "vitest";
import { openAssistant, signUpInPage } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";

/** An assistant's rules for a silent caller, and the server for its messages, are set in forms; the JSON contains them. */

const started = journey();

const tab = (name: string) => started().page.getByRole("tab", { name, exact: true });
const saved = () => started().page.getByText("Draft · saved").waitFor();

test("the user makes a hook that speaks to a silent caller, and reads what it does", async () => {
  const { page, person } = started();
  await signUpInPage(page, person);
  await openAssistant(page, "Riley");
  await tab("Hooks").click();
  await page.getByRole("button", { name: "Add hook" }).click();
  await page.getByLabel("Event").selectOption({ label: "Customer is silent" });
  await page.getByRole("button", { name: "Add action" }).click();
  await page.getByLabel("Type").selectOption({ label: "Say something" });
  await page.getByRole("button", { name: "Add sentence" }).click();
  await page.getByRole("textbox", { name: "Sentence 1" }).fill("Are you still there, or shall I call back?");
  await page.getByLabel("Silence").fill("8");
  await page
    .getByText("When the customer is silent for 8 s, say “Are you still there, or shall I call back?” (at most 3 times).")
    .waitFor();
  await saved();
});

test("a second hook is moved to the front with the keyboard", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "Add hook" }).click();
  const up = page.getByRole("button", { name: "Move Hook 2 up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Hook 1" }).getByText("When the call ends, do nothing yet.").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Move Hook 1 up");
  await saved();
});

test("idle messages and a sound are set, and a wrong address says so", async () => {
  const { page } = started();
  await tab("Advanced").click();
  await page.getByRole("button", { name: "Add message" }).click();
  await page.getByRole("textbox", { name: "Message 1" }).fill("Take your time, I can wait.");
  await page.getByLabel("Silence before a message").fill("6");
  await page.getByLabel("Sound", { exact: true }).selectOption({ label: "Your own sound" });
  const address = page.getByLabel("URL of the sound");
  await address.fill("rain");
  await page.getByText("Draft · fix problems to save").waitFor();
  await address.fill("https://example.com/rain.mp3");
  await saved();
});

test("the assistant gets a server, and one message more than by default", async () => {
  const { page } = started();
  await tab("Messages").click();
  await page.getByLabel("URL").fill("https://example.com/hook");
  await page.getByRole("checkbox", { name: "session.created" }).check();
  await page
    .getByRole("checkbox", { name: /^conversation-update/ })
    .first()
    .uncheck();
  await saved();
});

test("after a reload, the JSON has all of it", async () => {
  const { page } = started();
  await page.reload();
  await page.getByRole("checkbox", { name: "session.created" }).waitFor();
  expect(await page.getByRole("checkbox", { name: "session.created" }).isChecked()).toBe(true);
  const id = /\/assistants\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  const draft = page.waitForResponse((response) => response.url().includes(`/assistant/${id}/draft`) && response.ok());
  await page.reload();
  const { config } = await (await draft).json();
  expect(config).toMatchObject({
    hooks: [
      { on: "call.ending", do: [] },
      {
        on: "customer.speech.timeout",
        do: [{ type: "say", exact: "Are you still there, or shall I call back?" }],
        options: { timeoutSeconds: 8 },
      },
    ],
    messagePlan: { idleMessages: ["Take your time, I can wait."], idleTimeoutSeconds: 6 },
    backgroundSound: "https://example.com/rain.mp3",
    server: { url: "https://example.com/hook" },
  });
  expect(config.serverMessages).toContain("session.created");
  expect(config.serverMessages).not.toContain("conversation-update");
});

test("a tool that the prompt names and the assistant lacks is a warning that leads to the tools", async () => {
  const { page } = started();
  await tab("Assistant").click();
  await page.getByLabel("Prompt").fill("You help. When they agree, call book_table.");
  await page.getByRole("button", { name: /warning/ }).click();
  await page.getByRole("menuitem").filter({ hasText: "book_table" }).click();
  await page
    .locator('input[role="combobox"]:focus')
    .and(page.getByRole("combobox", { name: "Add a tool" }))
    .waitFor();
});
