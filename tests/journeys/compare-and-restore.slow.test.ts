import { expect, test } from "vitest";
import { openAssistant, signUpInPage } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";

/** A new version is wrong: it is compared with the previous one, which is restored. */

const FIRST = "Hello, this is the front desk.";
const SECOND = "Good night, this is the night desk.";

const started = journey();

async function publishFirstMessage(text: string, version: string): Promise<void> {
  const { page } = started();
  await page.getByLabel("First message").fill(text);
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.locator("header").getByText(`${version} live`).waitFor();
}

test("two versions of an assistant are published", async () => {
  const { page } = started();
  await signUpInPage(page, started().person);
  await openAssistant(page, "Riley");
  await publishFirstMessage(FIRST, "v2");
  await publishFirstMessage(SECOND, "v3");
});

test("the new version is compared with the previous version", async () => {
  const { page } = started();
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Compare v3 with the previous version" }).click();
  const differences = page.getByRole("region", { name: "From v2 to v3" });
  await differences.getByText("1 change").waitFor();
  await differences.getByText(`− ${FIRST}`).waitFor();
  await differences.getByText(`+ ${SECOND}`).waitFor();
});

test("the one before is restored, as a version of its own", async () => {
  const { page } = started();
  await page.getByRole("button", { name: "Restore v2…" }).click();
  const dialog = page.getByRole("dialog", { name: "Restore v2?" });
  await dialog.getByText(`+ ${FIRST}`).waitFor();
  await dialog.getByRole("button", { name: "Restore and publish" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.locator("header").getByText("v4 live").waitFor();
});

test("what is live is the restored version", async () => {
  const { page } = started();
  await page.reload();
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Assistant as JSON" }).textContent()).toContain(FIRST);
  expect(await page.getByText(/^Draft/).count()).toBe(0);
});
