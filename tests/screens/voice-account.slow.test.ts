import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { closeSharedWindows, openPage, sharedChromium } from "../harness/chromium.ts";
import { newcomer, openPart } from "../harness/dashboard.ts";
import { type FakeElevenLabs, startFakeElevenLabs } from "../harness/fake-elevenlabs.ts";
import { signUpByRequest } from "../harness/open-dashboard.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

const KEY = "sk-elevenlabs-of-the-screen";

let elevenLabs: FakeElevenLabs;
let server: ServerProcess;
let page: Page;
let user: Awaited<ReturnType<typeof signUpByRequest>>;

beforeAll(async () => {
  elevenLabs = await startFakeElevenLabs(KEY);
  server = await startServerProcess({ env: { ELEVENLABS_BASE_URL: elevenLabs.url } });
  ({ page } = await openPage(await sharedChromium(), server.url));
  user = await signUpByRequest(page, server.url, newcomer);
  await user.send("POST", "/credential", { provider: "11labs", apiKey: KEY });
});
afterAll(async () => {
  await closeSharedWindows();
  await server.stop();
  await elevenLabs.close();
});

test("a voice is cloned from a recording, and refusals are said in words", async () => {
  await page.goto("/voices");
  await page.getByLabel("Provider").selectOption({ label: "ElevenLabs" });
  await page.getByRole("button", { name: "Clone a voice…" }).click();
  const dialog = page.getByRole("dialog", { name: "Clone a voice at ElevenLabs" });
  await dialog.getByRole("button", { name: "Clone voice" }).click();
  for (const missing of ["Enter a name.", "Choose at least one recording.", "Get the person's consent first."])
    await dialog.getByText(missing).waitFor();
  await dialog.getByLabel("Name").fill("Grace");
  await dialog.getByLabel("Description").fill("Calm.");
  await dialog.getByLabel("The person in the recordings agrees to this voice.").check();
  await dialog.locator("input[type=file]").setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("Hi") });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Clone voice" }).click();
  await dialog.getByText("'note.txt' is no recording").waitFor();
  const recording = { name: "grace.wav", mimeType: "audio/wav", buffer: Buffer.from("RIFF sound") };
  await dialog.locator("input[type=file]").setInputFiles(recording);
  elevenLabs.refuseClones("The recording is too short.");
  await dialog.getByRole("button", { name: "Clone voice" }).click();
  await dialog.getByText("The recording is too short.").waitFor();
  elevenLabs.refuseClones(undefined);
  await dialog.getByRole("button", { name: "Clone voice" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row").filter({ hasText: "Grace" }).waitFor();
  expect(elevenLabs.clones).toEqual([expect.stringContaining("RIFF sound")]);
});

test("a dictionary is written, chosen for an assistant's voice, changed and deleted", async () => {
  await page.goto("/voices?view=pronunciation");
  await page.getByRole("button", { name: "New dictionary" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save dictionary" });
  await save.click();
  for (const missing of ["Enter a name.", "Enter at least one word, and a pronunciation for each word."])
    await dialog.getByText(missing).waitFor();
  await dialog.getByLabel("Name").fill("Products");
  await dialog.getByLabel("Word 1", { exact: true }).fill("Nginx");
  await dialog.getByLabel("Pronunciation 1", { exact: true }).fill("Engine X");
  await dialog.getByRole("button", { name: "Add a word" }).click();
  await dialog.getByLabel("Word 2", { exact: true }).fill("tomato");
  await dialog.getByLabel("How word 2 is written").selectOption({ label: "IPA" });
  await dialog.getByLabel("Pronunciation 2", { exact: true }).fill("təˈmeɪtoʊ");
  await expectAccessible(page);
  await save.click();
  const row = page.getByRole("row").filter({ hasText: "Products" });
  await row.getByText("Nginx, tomato").waitFor();
  expect([...elevenLabs.dictionaries.elevenLabs.values()]).toMatchObject([
    {
      name: "Products",
      rules: [
        { string_to_replace: "Nginx", type: "alias", alias: "Engine X" },
        { string_to_replace: "tomato", type: "phoneme", phoneme: "təˈmeɪtoʊ", alphabet: "ipa" },
      ],
    },
  ]);

  const {
    body: { id },
  } = await user.send<{ id: string }>("POST", "/assistant", {
    name: "Speaker",
    voice: { provider: "11labs", voiceId: "EXAVITQu4vr4xnSDxMaL" },
  });
  await page.goto(`/assistants/${id}`);
  await openPart(page, "Voice");
  const choice = page.getByRole("combobox", { name: "Pronunciation dictionaries" });
  await choice.click();
  await page.getByRole("option", { name: "Products" }).click();
  const chosen = () =>
    user.send<{ config: { voice?: object } }>("GET", `/assistant/${id}/draft`).then(({ body }) => body.config.voice);
  const locator = { pronunciationDictionaryId: "dict1", versionId: "v1" };
  await expect.poll(chosen).toMatchObject({ pronunciationDictionaryLocators: [locator] });

  await page.goto("/voices?view=pronunciation");
  await row.getByRole("button", { name: "Edit Products" }).click();
  await dialog.getByRole("button", { name: "Remove word 2" }).click();
  await save.click();
  await row.getByText("tomato").waitFor({ state: "detached" });
  // The assistant keeps the version with the old words until a person chooses the new one.
  await page.goto(`/assistants/${id}`);
  await openPart(page, "Voice");
  await page.getByText("Products (older version)").first().waitFor();
  await choice.click();
  await page.getByRole("option", { name: "Products", exact: true }).click();
  await expect.poll(chosen).toMatchObject({ pronunciationDictionaryLocators: [{ ...locator, versionId: "v2" }] });
  await choice.fill("madeThere/v7");
  await page.getByRole("option", { name: "madeThere/v7" }).click();
  const pasted = { pronunciationDictionaryId: "madeThere", versionId: "v7" };
  await expect.poll(chosen).toMatchObject({ pronunciationDictionaryLocators: [{ ...locator, versionId: "v2" }, pasted] });

  await page.goto("/voices?view=pronunciation");
  await page.getByLabel("Provider").selectOption({ label: "Cartesia" });
  await page.waitForURL(/provider=cartesia/);
  await page.reload();
  expect(await page.getByLabel("Provider").inputValue()).toBe("cartesia");
  await page.goto("/voices?view=pronunciation");
  await row.getByRole("button", { name: "Delete Products" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No pronunciation dictionaries").waitFor();
  expect(elevenLabs.dictionaries.elevenLabs.get("dict1")?.archived).toBe(true);
});
