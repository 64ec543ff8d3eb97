import type { Assistant, Call, PhoneNumber } from "@callwright/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openDashboard } from "../harness/open-dashboard.ts";

const NUMBER_PAGE = /\/phone-numbers\/[0-9a-f-]{36}/;

async function addFrom(page: Page, carrier: string): Promise<void> {
  // The list is empty, and offers it twice.
  await page.getByRole("button", { name: "Add number" }).first().click();
  await page
    .getByRole("dialog", { name: "Add number" })
    .getByRole("button", { name: new RegExp(`^\\w* ?${carrier}`) })
    .click();
}

test("a number is imported from Twilio after its fields are checked, and a line says what it lacks", async () => {
  const { page, user } = await openDashboard();
  await page.goto("/phone-numbers");
  await addFrom(page, "Twilio");
  const dialog = page.getByRole("dialog", { name: "Import from Twilio" });
  await dialog.getByRole("textbox", { name: /^Number/ }).fill("(415) 555-0123");
  await dialog.getByRole("textbox", { name: /^Account SID/ }).fill("AC123");
  await dialog.getByText("must begin with + and the country code").waitFor();
  await dialog.getByText("must be AC and 32 letters and digits").waitFor();
  await dialog.getByRole("textbox", { name: /^Number/ }).fill("+1 (415) 555-0123");
  await dialog.getByText("Understood as +14155550123").waitFor();
  await dialog.getByRole("textbox", { name: /^Account SID/ }).fill(`AC${"1".repeat(32)}`);
  await dialog.getByLabel(/^Auth token/).fill("2".repeat(32));
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole("button", { name: "Import" }).click();
  await page.waitForURL(NUMBER_PAGE);
  const [imported] = (await user.send<PhoneNumber[]>("GET", "/phone-number")).body;
  expect(imported).toMatchObject({ provider: "twilio", number: "+14155550123" });
  const other = { provider: "twilio", number: "+14155550124", twilioAccountSid: `AC${"1".repeat(32)}` };
  await page.goto(`/phone-numbers/${(await user.send<PhoneNumber>("POST", "/phone-number", other)).body.id}`);
  const steps = page.getByRole("status").getByRole("listitem");
  await steps.first().waitFor();
  const states = () => steps.getByRole("img").evaluateAll((icons) => icons.map((icon) => icon.getAttribute("aria-label")));
  // Without a public address and an auth token, the further steps cannot be checked.
  const none = ["Not ready", "Not ready", "Not ready", "Not checked yet", "Not checked yet", "Not checked yet"];
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
  await addFrom(page, "Telnyx");
  const dialog = page.getByRole("dialog", { name: "Import from Telnyx" });
  await dialog.getByRole("textbox", { name: /^Number/ }).fill("+14155550123");
  await dialog.getByRole("combobox", { name: /^Credential/ }).click();
  await page.getByRole("option", { name: "My Telnyx" }).click();
  await dialog.getByRole("button", { name: "Import" }).click();
  await page.waitForURL(NUMBER_PAGE);
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
  await addFrom(page, "Vonage");
  const dialog = page.getByRole("dialog", { name: "Import from Vonage" });
  await dialog.getByRole("textbox", { name: /^Number/ }).fill("+14155550123");
  await dialog.getByRole("combobox", { name: /^Credential/ }).click();
  await page.getByRole("option", { name: "My Vonage" }).click();
  await dialog.getByRole("button", { name: "Import" }).click();
  await page.waitForURL(NUMBER_PAGE);
  await page.getByRole("status").getByRole("listitem").filter({ hasText: "signature secret" }).waitFor();
});

test("the setup of a number of a SIP trunk says that this server has no SIP gateway", { tags: "long" }, async () => {
  const { page, user } = await openDashboard();
  const trunk = { provider: "byo-sip-trunk", gateways: [{ ip: "198.51.100.7" }] };
  const create = async (path: string, body: object) => (await user.send<{ id: string }>("POST", path, body)).body.id;
  const credentialId = await create("/credential", trunk);
  const id = await create("/phone-number", { provider: "byo-phone-number", number: "+14155550123", credentialId });
  await page.goto(`/phone-numbers/${id}`);
  const steps = page.getByRole("status").getByRole("listitem");
  await steps.filter({ hasText: "The SIP gateway (Janus) answers" }).getByText("docs/sip.md").waitFor();
  await steps.filter({ hasText: "The SIP trunk has gateways" }).getByText("come in from 198.51.100.7/32").waitFor();
});

test("one call is made from a number's page: what it would be is shown, and what is refused is said before", async () => {
  const { page, user, errors } = await openDashboard();
  const [riley] = (await user.send<Assistant[]>("GET", "/assistant")).body;
  const number = { provider: "simulated", name: "Line", assistantId: riley?.id };
  const { id } = (await user.send<PhoneNumber>("POST", "/phone-number", number)).body;
  await user.send("POST", "/do-not-call", { numbers: ["+12025550105"] });
  await page.goto(`/phone-numbers/${id}`);
  const form = page.getByRole("form", { name: "Call someone" });
  const field = form.getByRole("textbox", { name: "Telephone number to call" });
  await field.fill("202 555 0105");
  await form.getByText("on the do-not-call list").waitFor();
  await field.fill("(202) 555-0106");
  await form.getByText(/^United States.* there/).waitFor();
  await expectAccessibleInEveryLook(page);
  await form.getByRole("button", { name: "Call…" }).click();
  const dialog = page.getByRole("dialog", { name: "Call +12025550106?" });
  for (const words of [/^Riley, version 1/, "+12025550110, Line", "Not on it", "0 of"])
    await dialog.getByText(words).first().waitFor();
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole("button", { name: "Call now" }).click();
  await page.waitForURL(/\/calls\/[0-9a-f-]{36}/);
  const [call] = (await user.send<Call[]>("GET", "/call")).body;
  expect(call).toMatchObject({ type: "outboundPhoneCall", phoneNumberId: id, customer: { number: "+12025550106" } });
  expect(errors).toEqual([]);
});
