import { readFileSync } from "node:fs";
import { strToU8, unzipSync, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openSettings } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** Settings → Export and import: the configuration of one organization is moved into another one, by a file. */

failTogether();

let page: Page;
let errors: string[];
let user: PlatformUser;
let archive: Buffer;

const SECRETS = ["sk-of-this-test", "a header nobody may read"] as const;

beforeAll(async () => {
  ({ page, errors, user } = await openDashboard());
  await user.send("POST", "/credential", { provider: "openai", name: "Own key", apiKey: SECRETS[0] });
  const tool = await user.send<{ id: string }>("POST", "/tool", {
    type: "function",
    function: { name: "find_order" },
    server: { url: "https://shop.example/orders", headers: { Authorization: SECRETS[1] } },
  });
  const [riley] = (await user.send<{ id: string }[]>("GET", "/assistant")).body;
  await user.send("PATCH", `/assistant/${riley?.id}`, {
    firstMessage: "Welcome to the shop.",
    model: { provider: "callwright", model: "builtin", toolIds: [tool.body.id] },
  });
  await openSettings(page, "Export and import");
});

const section = () => page.getByRole("region", { name: "Import" });
const choose = (buffer: Buffer, name = "shop.zip") =>
  section().locator('input[type="file"]').setInputFiles({ name, mimeType: "application/zip", buffer });

test("the export is one file, without secrets, and the organization that it comes from has nothing to import", async () => {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download ZIP" }).click();
  archive = readFileSync(await (await downloading).path());
  await page.getByText(/^\d+ files exported\. An import asks for 2 secrets\.$/).waitFor();
  const files = unzipSync(archive);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      "assistants/riley.yaml",
      "tools/find-order.yaml",
      "credentials/own-key.yaml",
      "callwright.lock.json",
    ]),
  );
  const text = Object.values(files)
    .map((content) => Buffer.from(content).toString())
    .join("\n");
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  await choose(archive);
  await section().getByText("Nothing to do").waitFor();
  await expectAccessible(page);
});

test("a file that is no configuration is refused, and a mistake is named with its place", async () => {
  await choose(Buffer.from("no zip"));
  await section().getByText("This is no ZIP file").waitFor();
  await choose(Buffer.from(zipSync({ "readme.txt": strToU8("Hello") })));
  await section().getByText("has no configuration").waitFor();
  await choose(Buffer.from(zipSync({ "shop/assistants/nora.yaml": strToU8("name: Nora\nmodle: {}\n") })));
  await section().getByRole("alert").filter({ hasText: "assistants/nora.yaml, line 2: modle" }).waitFor();
  expect(await section().getByRole("button", { name: "Import", exact: true }).count()).toBe(0);
  await expectAccessible(page);
});

test("in another organization, the plan is shown, asks for secrets and consent, and is carried out; a second time there is nothing to do", async () => {
  await page.getByRole("button", { name: /^Choose organization/ }).click();
  await page.getByRole("menuitem", { name: "New organization…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Copy");
  await page.getByRole("dialog").getByRole("button", { name: "Create organization" }).click();
  await page.getByRole("button", { name: "Choose organization: Copy" }).waitFor();
  await openSettings(page, "Export and import");
  await choose(archive);
  const item = (text: string | RegExp) => section().getByRole("listitem").filter({ hasText: text }).first();
  await item(/^Create tools\/find-order/).waitFor();
  await item(/^Create credentials\/own-key/).waitFor();
  await item(/^Change assistants\/riley.*firstMessage: .* → "Welcome to the shop\."/s).waitFor();
  await expectAccessible(page);
  const submit = section().getByRole("button", { name: "Import", exact: true });
  expect(await submit.isDisabled()).toBe(true);
  const fields = section().getByRole("textbox", { name: /_|[A-Z]{4}/ });
  for (const field of await fields.all()) await field.fill("a secret of the copy");
  expect(await submit.isDisabled()).toBe(true);
  await section().getByRole("checkbox", { name: "Change these resources" }).press("Space");
  await submit.press("Enter");
  await section()
    .getByText(/^Imported: \d+ created, \d+ changed\.$/)
    .waitFor();
  await choose(archive);
  await section().getByText("Nothing to do").waitFor();
  await page.getByRole("link", { name: "Tools", exact: true }).first().click();
  await page.getByRole("link", { name: "find_order" }).first().waitFor();
  expect(errors).toEqual([]);
});
