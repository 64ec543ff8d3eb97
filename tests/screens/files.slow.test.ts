import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import { failTogether } from "../harness/steps.ts";

/** Files are uploaded by choosing or dropping them, with a progress that can be ended, and are listed with their text. */

failTogether();

let page: Page;
let errors: string[];
let user: Awaited<ReturnType<typeof openDashboard>>["user"];

beforeAll(async () => {
  ({ page, errors, user } = await openDashboard());
  await page.goto("/knowledge/files");
  await page.getByRole("button", { name: "Upload files" }).first().waitFor();
});

const row = (name: string) => page.getByRole("row").filter({ hasText: name });

/** Drops a text file on the page. */
async function drop(name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([called, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ""], called ?? "", { type: "text/plain" }));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent("main", "dragover", { dataTransfer: files });
  await page.getByText("Drop files to upload them").waitFor();
  await page.dispatchEvent("main", "drop", { dataTransfer: files });
}

test("a dropped file is uploaded, its text is read, and both are linked from its page", async () => {
  await drop("hours.txt", "We are open from nine to five.");
  await page.getByText("hours.txt uploaded").waitFor();
  await row("hours.txt").getByText("Ready").waitFor();
  await row("hours.txt").getByRole("link").click();
  const link = page.getByRole("link", { name: "Open the text" });
  const text = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(await text.text()).toContain("We are open from nine to five.");
  await expectAccessible(page);
});

test("a question shows the passages that answer it, on the page of a file and of a knowledge base", async () => {
  const question = page.getByRole("textbox", { name: "Ask a question" });
  const ask = async (text: string) => {
    await question.fill(text);
    await page.keyboard.press("Enter");
  };
  await ask("When are you opening?");
  await page.getByText("1 passage, best first").waitFor();
  const passage = page.getByRole("listitem").filter({ hasText: "We are open from nine to five." });
  expect(await passage.locator("mark").allTextContents()).toEqual(["open"]);
  await passage.getByText(/^Score \d+%$/).waitFor();
  await expectAccessible(page);
  await ask("llamas");
  await page.getByText("No passage matches.").waitFor();
  await page.route("**/search", (route) => route.abort());
  await ask("open");
  await page.getByText("The search failed:").waitFor();
  await page.unroute("**/search");
  const fileId = new URL(page.url()).pathname.split("/").at(-1);
  const createPlan = { type: "create", chunkPlans: [{ fileIds: [fileId] }] };
  const { body } = await user.send<{ id: string }>("POST", "/knowledge-base", { provider: "trieve", name: "Shop", createPlan });
  await page.goto(`/knowledge/bases/${body.id}`);
  await page.getByRole("tab", { name: "Ask" }).click();
  await ask("open");
  await page.getByText("hours.txt", { exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test("an upload shows how far it is, and can be ended", async () => {
  await page.goto("/knowledge/files");
  // The answer is held back, so that the upload can be checked while it waits.
  await page.route("**/file", async (route) => {
    if (route.request().method() !== "POST") await route.fallback();
  });
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "long.txt", mimeType: "text/plain", buffer: Buffer.alloc(100_000, "a") });
  // Zero width until the first bytes are sent.
  await page.getByRole("progressbar", { name: "long.txt: uploading" }).waitFor({ state: "attached" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel the upload of long.txt" }).click();
  await expect.poll(() => page.getByRole("region", { name: "Uploads" }).count()).toBe(0);
  await page.unroute("**/file");
  expect(await row("long.txt").count()).toBe(0);
});

test("a kind of file that is not taken says so, and can be dismissed", async () => {
  await drop("picture.png", "not a picture");
  await page
    .getByRole("region", { name: "Uploads" })
    .getByText(/Failed/)
    .waitFor();
  await page.getByRole("button", { name: "Dismiss picture.png" }).click();
  expect(await row("picture.png").count()).toBe(0);
  expect(errors).toEqual([]);
});
