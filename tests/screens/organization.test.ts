import type { Org, OrgQuota } from "@callwright/contract";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openSettings, searchPalette } from "../harness/dashboard.ts";
import { describeLooks } from "../harness/looks.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** The screens of an organization: its settings, several organizations, and every screen in both themes, wide and narrow. */

failTogether();

let dashboard: OpenDashboard;
let page: Page;
let ada: PlatformUser;

beforeAll(async () => {
  dashboard = await openDashboard();
  ({ page } = dashboard);
  ada = dashboard.user;
});

const region = (name: string | RegExp) => page.getByRole("region", { name });
const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
const nameField = () => page.getByRole("textbox", { name: /^Name( \*)?$/ });

describe("the organization", () => {
  test("is renamed, keeps calls for so long, and has flags that programs hear", async () => {
    await openSettings(page, "Organization");
    await nameField().fill("Acme");
    await page.getByLabel("Retention").fill("90");
    await page.getByRole("textbox", { name: "New flag name" }).fill("new-editor");
    await page.getByRole("button", { name: "Add flag" }).click();
    await page.getByRole("switch", { name: "new-editor" }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Choose organization: Acme" }).waitFor();
    const { body } = await ada.send("GET", `/org/${ada.orgId}`);
    expect(body).toMatchObject({ name: "Acme", retentionDays: 90, featureFlags: { "new-editor": true } });
    const answer = await ada.send<boolean>("GET", `/org/feature-flag?key=new-editor&orgId=${ada.orgId}`);
    expect(answer.body).toBe(true);
    await expectAccessible(page);
  });

  test("folds what only the hosted provider uses, and says that it does nothing here", async () => {
    expect(await page.getByLabel(/^Subscription/).count()).toBe(0);
    await page.getByRole("button", { name: /^Hosted provider fields/ }).click();
    await page.getByText("change nothing on this server").waitFor();
    const kept = page.getByRole("group", { name: "Hosted provider fields" });
    await kept.getByRole("combobox", { name: "Add a field" }).click();
    await page.getByRole("option", { name: /^Subscription .*\(no effect here\)/ }).click();
    await kept.getByLabel(/^Subscription/).fill("plan-1");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(async () => (await ada.send("GET", `/org/${ada.orgId}`)).body).toMatchObject({ subscriptionId: "plan-1" });
    await expectAccessible(page);
  });

  test("shows what it has used of its quotas", async () => {
    const quotas: OrgQuota[] = [
      { name: "storageGb", used: 0.0123, limit: 5 },
      { name: "files", used: 2 },
      { name: "callsPerDay", used: 500, limit: 500, resetsAt: new Date(Date.now() + 2.5 * 3_600_000).toISOString() },
    ];
    const address = `**/org/${ada.orgId}`;
    await page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as Org), quotas } });
    });
    await page.reload();
    const shown = region("Quotas");
    await shown.getByText("0.012 GB of 5 GB").waitFor();
    await shown.getByText("2, no limit").waitFor();
    expect(await shown.getByRole("progressbar", { name: "Calls today" }).getAttribute("aria-valuenow")).toBe("100");
    await shown.getByText(/^Limit reached/).waitFor();
    await shown.getByText("Starts at 0 again in 3 hours.").waitFor();
    await expectAccessible(page);
    await page.unroute(address);
    await page.reload();
    await shown.getByText("0 GB, no limit").waitFor();
  });

  test("a value out of bounds is said at its field, and not sent", async () => {
    await page.getByLabel("Retention").fill("4000");
    await page.getByText("3650").waitFor();
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Discard changes" }).click();
    expect(await page.getByLabel("Retention").inputValue()).toBe("90 days");
  });
});

describe("another organization", () => {
  test("is made from the rail, and shows nothing of the first", async () => {
    await ada.send("POST", "/squad", { name: "Acme's own squad", members: [{ assistant: { name: "One" } }] });
    await page.getByRole("link", { name: "Squads" }).click();
    await page.getByRole("link", { name: "Acme's own squad" }).waitFor();
    await page.getByRole("button", { name: "Choose organization: Acme" }).click();
    await page.getByRole("menuitem", { name: "New organization…" }).click();
    await dialog("New organization").getByLabel("Name").fill("Second");
    await expectAccessible(page);
    await dialog("New organization").getByRole("button", { name: "Create organization" }).click();
    await page.getByRole("button", { name: "Choose organization: Second" }).waitFor();
    await page.getByRole("link", { name: "Squads" }).click();
    await page.getByRole("link", { name: "Bakery team" }).waitFor();
    expect(await page.getByRole("link", { name: "Acme's own squad" }).count()).toBe(0);
    await openSettings(page, "Members");
    await page.getByRole("heading", { level: 2, name: "1 member" }).waitFor();
    await searchPalette(page, "Acme's own squad");
    await page.getByText("No results for").waitFor();
    await page.keyboard.press("Escape");
  });

  test("the first one is where it was when it is entered again", async () => {
    await page.getByRole("button", { name: "Choose organization: Second" }).click();
    await page.getByRole("menuitemradio", { name: "Acme" }).click();
    await page.getByRole("button", { name: "Choose organization: Acme" }).waitFor();
    await page.getByRole("link", { name: "Squads" }).click();
    await page.getByRole("link", { name: "Acme's own squad" }).waitFor();
  });

  test("what is not saved is not lost by a switch without a question", async () => {
    await openSettings(page, "Organization");
    await nameField().fill("Not saved");
    await page.getByRole("button", { name: "Choose organization: Acme" }).click();
    await page.getByRole("menuitemradio", { name: "Second" }).click();
    await page.getByRole("button", { name: "Stay" }).click();
    expect(await nameField().inputValue()).toBe("Not saved");
    await page.getByRole("button", { name: "Choose organization: Acme" }).waitFor();
    await page.getByRole("button", { name: "Discard changes" }).click();
  });

  test("is deleted once its name is typed, and brought back", { tags: "long" }, async () => {
    await page.getByRole("button", { name: "Choose organization: Acme" }).click();
    await page.getByRole("menuitemradio", { name: "Second" }).click();
    await page.getByRole("button", { name: "Choose organization: Second" }).waitFor();
    await openSettings(page, "Organization");
    await page.getByRole("button", { name: "Delete organization" }).click();
    const asked = dialog("Delete Second?");
    await asked.getByText("1 assistant", { exact: true }).waitFor();
    const confirm = asked.getByRole("button", { name: "Delete organization" });
    expect(await confirm.isDisabled()).toBe(true);
    await expectAccessible(page);
    await asked.getByLabel("Type “Second” to confirm").fill("Second");
    await confirm.click();
    await page.waitForURL("**/overview");
    await page.getByRole("button", { name: "Choose organization: Acme" }).waitFor();
    await openSettings(page, "Organization");
    await region("Deleted organizations").getByText("Permanently deleted in 30 days").waitFor();
    // Stored on the server, so any browser of the person shows it.
    await page.evaluate(() => window.localStorage.clear());
    await page.reload();
    await region("Deleted organizations").getByText("Second").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Restore Second" }).click();
    await page.getByRole("button", { name: "Choose organization: Second" }).waitFor();
    await region("Deleted organizations").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Choose organization: Second" }).click();
    await page.getByRole("menuitemradio", { name: "Acme" }).click();
    await page.getByRole("button", { name: "Choose organization: Acme" }).waitFor();
  });
});

const SCREENS = [
  ["/settings/organization", "Organization"],
  ["/settings/members", "Members"],
  ["/settings/audit", "Audit log"],
  ["/settings/developers", "Developers"],
  ["/settings/erasure", "Deleted for good"],
  ["/settings/key-sets", "Key sets"],
  ["/settings/costs", "Costs"],
  ["/settings/config", "Export and import"],
] as const;

describeLooks(({ colorScheme, width }) => {
  beforeAll(async () => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
  });

  test.each(SCREENS)("%s", async (path, title) => {
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await page.locator("main table, main form, main h2").first().waitFor();
    await expectAccessible(page);
  });
});

test("nothing went wrong on the way that nobody was told", () => {
  expect(dashboard.errors).toEqual([]);
});
