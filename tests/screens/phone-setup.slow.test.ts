import { expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openDashboard } from "../harness/open-dashboard.ts";

test("a number is imported from Twilio, and its setup says what it lacks", async () => {
  const { page } = await openDashboard();
  await page.goto("/phone-numbers");
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("menuitem", { name: "Import from Twilio" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from Twilio" });
  await dialog.getByRole("textbox", { name: /^Number/ }).fill("+14155550123");
  await dialog.getByRole("textbox", { name: /^Account SID/ }).fill(`AC${"1".repeat(32)}`);
  await dialog.getByRole("button", { name: "Import" }).click();
  await page.waitForURL(/tab=setup/);
  const steps = page.getByRole("status").getByRole("listitem");
  await steps.first().waitFor();
  const states = () => steps.getByRole("img").evaluateAll((icons) => icons.map((icon) => icon.getAttribute("aria-label")));
  // Without a public address and an auth token, the further steps cannot be checked.
  const none = ["Not ready", "Not checked yet", "Not ready", "Not checked yet", "Not checked yet", "Not ready"];
  expect(await states()).toEqual(none);
  await page.getByText("Set the auth token").waitFor();
  expect(await page.getByRole("button", { name: "Bring its calls here" }).count()).toBe(0);
  await page.getByRole("button", { name: "Check again" }).click();
  await expectAccessibleInEveryLook(page);
  await page.reload();
  await steps.first().waitFor();
  expect(await states()).toEqual(none);
});

test("a number is imported from Telnyx with its credential, and its setup names Telnyx", { tags: "long" }, async () => {
  const { page, user } = await openDashboard();
  // The key makes the check skip Telnyx.
  await user.send("POST", "/credential", { provider: "telnyx", name: "My Telnyx", apiKey: "KEY1", publicKey: "no key" });
  await page.goto("/phone-numbers");
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("menuitem", { name: "Import from Telnyx" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from Telnyx" });
  await dialog.getByRole("textbox", { name: /^Number/ }).fill("+14155550123");
  await dialog.getByRole("combobox", { name: /^Credential/ }).click();
  await page.getByRole("option", { name: "My Telnyx" }).click();
  await dialog.getByRole("button", { name: "Import" }).click();
  await page.waitForURL(/tab=setup/);
  const steps = page.getByRole("status").getByRole("listitem");
  for (const step of ["Telnyx accepts the keys", "Telnyx brings its calls here", "Telnyx allows its outgoing calls"])
    await steps.filter({ hasText: step }).waitFor();
  await page.getByText("publicKey of the credential is no Ed25519 key").waitFor();
  await expectAccessibleInEveryLook(page);
});

test("a number is imported from Vonage with its credential, and its setup says what the credential lacks", {
  tags: "long",
}, async () => {
  const { page, user } = await openDashboard();
  await user.send("POST", "/credential", { provider: "vonage", name: "My Vonage", apiKey: "key", apiSecret: "secret" });
  await page.goto("/phone-numbers");
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("menuitem", { name: "Import from Vonage" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from Vonage" });
  await dialog.getByRole("textbox", { name: /^Number/ }).fill("+14155550123");
  await dialog.getByRole("combobox", { name: /^Credential/ }).click();
  await page.getByRole("option", { name: "My Vonage" }).click();
  await dialog.getByRole("button", { name: "Import" }).click();
  await page.waitForURL(/tab=setup/);
  await page.getByRole("status").getByRole("listitem").filter({ hasText: "signature secret" }).waitFor();
});

test("the setup of a number of a SIP trunk says that this server has no SIP gateway", { tags: "long" }, async () => {
  const { page, user } = await openDashboard();
  const trunk = { provider: "byo-sip-trunk", gateways: [{ ip: "198.51.100.7" }] };
  const create = async (path: string, body: object) => (await user.send<{ id: string }>("POST", path, body)).body.id;
  const credentialId = await create("/credential", trunk);
  const id = await create("/phone-number", { provider: "byo-phone-number", number: "+14155550123", credentialId });
  await page.goto(`/phone-numbers/${id}?tab=setup`);
  const steps = page.getByRole("status").getByRole("listitem");
  await steps.filter({ hasText: "The SIP gateway (Janus) answers" }).getByText("docs/sip.md").waitFor();
  await steps.filter({ hasText: "The SIP trunk has gateways" }).getByText("come in from 198.51.100.7/32").waitFor();
});
