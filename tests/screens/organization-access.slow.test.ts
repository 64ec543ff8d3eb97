import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openSettings } from "../harness/dashboard.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** Access to the API besides members, and the record of actions: key sets, the use of tokens, the audit log. */

failTogether();

let dashboard: OpenDashboard;
let page: Page;
let ada: PlatformUser;
/** The value of an API token. */
let warehouse: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  ada = dashboard.user;
});

const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
const rowIn = (table: string, text: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: text });

/** A token that a server signs with the key `one`, by the four lines of the page. */
function signedToken(privateKey: KeyObject, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iat = Math.floor(Date.now() / 1000);
  const payload = { ...claims, aud: "callwright", sub: "billing", jti: randomUUID(), iat, exp: iat + 3600 };
  const signed = `${part({ alg: "ES256", kid: "one" })}.${part(payload)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

describe("key sets", () => {
  test("a private key is not sent; a public one is registered, and its tokens open the API", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await openSettings(page, "Key sets");
    await page.getByRole("heading", { name: "No key sets yet" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "New key set" }).first().click();
    const asked = dialog("Register public keys");
    await asked.getByLabel("Name").fill("Shop");
    await asked.getByLabel("Issuer").fill("https://shop.example");
    await asked.getByRole("radio", { name: "Pasted keys" }).check();
    const keys = asked.getByLabel("JSON Web Key Set");
    await keys.fill(JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid: "one" }));
    await asked.getByText("This is a private key.").waitFor();
    const create = asked.getByRole("button", { name: "Register" });
    expect(await create.isDisabled()).toBe(true);
    await expectAccessible(page);
    await keys.fill(JSON.stringify({ ...publicKey.export({ format: "jwk" }), kid: "one" }));
    await create.click();
    await rowIn("Key sets", "Shop").getByText("1 pasted key").waitFor();
    await rowIn("Key sets", "Shop").getByText("Never").waitFor();

    await page.getByRole("region", { name: "How to sign a token" }).getByText(`orgId: "${ada.orgId}"`).waitFor();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split("\n")).toHaveLength(4);
    expect(copied).toContain('iss: "https://shop.example"');
    expect(copied).toContain('alg: "ES256", kid: "one"');

    const token = signedToken(privateKey, { orgId: ada.orgId, iss: "https://shop.example" });
    const answer = await fetch(`${dashboard.url}/assistant`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    await expect
      .poll(async () => {
        await page.reload();
        return rowIn("Key sets", "Shop").textContent();
      })
      .toMatch(/now|ago/);
  });

  test("is removed after a question", async () => {
    await page.getByRole("button", { name: "Remove Shop" }).click();
    await dialog("Remove Shop?").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("heading", { name: "No key sets yet" }).waitFor();
  });
});

test("a token tells when it was used last, and those nobody used can be listed", async () => {
  warehouse = (await ada.send<{ value: string }>("POST", "/token", { name: "Warehouse" })).body.value;
  await ada.send("POST", "/token", { name: "Forgotten" });
  await fetch(`${dashboard.url}/assistant`, { headers: { authorization: `Bearer ${warehouse}` } });
  await openSettings(page, "Developers");
  await expect
    .poll(async () => {
      await page.reload();
      return rowIn("API tokens", "Warehouse").textContent();
    })
    .toMatch(/(now|ago).*(now|ago)/);
  await rowIn("API tokens", "Forgotten").getByText("Never").waitFor();
  await page.getByRole("combobox", { name: "Show" }).selectOption("Never used");
  await rowIn("API tokens", "Warehouse").waitFor({ state: "detached" });
  await rowIn("API tokens", "Forgotten").waitFor();
  expect(new URL(page.url()).search).toBe("?used=never");
  await page.getByRole("combobox", { name: "Show" }).selectOption("Unused for 30 days");
  await page.getByRole("heading", { name: "No tokens match this filter" }).waitFor();
});

describe("the audit log", () => {
  const rows = () => page.getByRole("table", { name: "Audit log" }).getByRole("row");

  test("tells who did what, with a link to it", async () => {
    await ada.send("POST", "/squad", { name: "Acme's own squad", members: [{ assistant: { name: "One" } }] });
    await ada.send("POST", `/org/${ada.orgId}/invite`, { emails: ["grace@example.com"], role: "viewer" });
    await fetch(`${dashboard.url}/assistant`, {
      method: "POST",
      headers: { authorization: `Bearer ${warehouse}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Answer" }),
    });
    await openSettings(page, "Audit log");
    await rows().filter({ hasText: "Created the squad Acme's own squad" }).getByText(dashboard.person.name).first().waitFor();
    await rows().filter({ hasText: "Invited grace@example.com" }).waitFor();
    await rows().filter({ hasText: "Created the assistant Answer" }).getByText("API token Warehouse").first().waitFor();
    await rows().filter({ hasText: "Created the key set Shop" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Details: Created the squad Acme's own squad" }).click();
    await dialog("Created the squad Acme's own squad").getByText("createSquad").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await rows().getByRole("link", { name: "Acme's own squad" }).click();
    await page.getByRole("heading", { level: 1, name: "Acme's own squad" }).waitFor();
    await page.goBack();
  });

  test("is filtered by person and by action, and says when nothing is left", async () => {
    await page.getByRole("combobox", { name: "Who" }).click();
    await page.getByRole("option", { name: "API token Warehouse" }).click();
    await rows().filter({ hasText: "Created the squad" }).waitFor({ state: "detached" });
    await rows().filter({ hasText: "Created the assistant Answer" }).waitFor();
    await page.getByRole("combobox", { name: "What" }).fill("Created the squad");
    await page.getByRole("option", { name: "Created the squad" }).click();
    await page.getByRole("heading", { name: "No events match these filters" }).waitFor();
    await expectAccessible(page);
    expect(new URL(page.url()).search).toContain("action=createSquad");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows().filter({ hasText: "Created the squad" }).waitFor();
  });

  test("is read to its oldest event, with few rows in the page at a time", async () => {
    const members = [{ assistant: { name: "One" } }];
    const { body } = await ada.send<{ id: string }>("POST", "/squad", { members });
    for (let done = 0; done < 1200; done += 40) {
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          ada.send("PATCH", `/squad/${body.id}`, { name: `Squad ${done + index}`, members }),
        ),
      );
    }
    await page.reload();
    await rows().filter({ hasText: "Changed the squad Squad 11" }).first().waitFor();
    await expect
      .poll(async () => {
        await page.getByRole("table", { name: "Audit log" }).evaluate((table) => {
          const scroller = table.parentElement?.parentElement;
          scroller?.scrollTo({ top: scroller.scrollHeight });
        });
        return rows().filter({ hasText: "Invited" }).count();
      })
      .toBeGreaterThan(0);
    expect(await rows().count()).toBeLessThan(100);
    await expect.poll(() => page.getByRole("status").filter({ hasText: "events" }).textContent()).toMatch(/^12\d\d events$/);
  });
});
