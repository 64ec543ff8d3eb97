import type { AuditEvent, TestRun } from "@callwright/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** Publish waits for the suites that an assistant requires, or takes a reason. */

failTogether();

const OPEN = "We are open from nine to five.";
const modelOf = (content: string) => ({ provider: "callwright", model: "builtin", messages: [{ role: "system", content }] });

let page: Page;
let user: PlatformUser;
let id: string;
let suite: string;

async function made(path: string, body: object): Promise<string> {
  const { status, body: entity } = await user.send<{ id: string }>("POST", path, body);
  expect(status).toBe(201);
  return entity.id;
}

const dialog = () => page.getByRole("dialog");
const offer = () => dialog().getByRole("region", { name: "Test before publishing" });
const required = () => offer().getByRole("switch", { name: "Must pass before Publish: Front desk" });
const publishButton = (name: string) => dialog().getByRole("button", { name, exact: true });

beforeAll(async () => {
  ({ page, user } = await openDashboard());
  id = await made("/assistant", { name: "Bistro", model: modelOf(OPEN) });
  suite = await made("/test-suite", { name: "Front desk", targetPlan: { assistantId: id } });
  const check = { type: "said", text: "nine to five" };
  const scorers = [{ type: "ai", rubric: "Says the hours.", check }];
  const steps = [{ say: "When are you open?" }];
  await made(`/test-suite/${suite}/test`, { type: "chat", name: "Hours", script: "", steps, scorers });
});

test("a suite is required in one click, and Publish waits for it", async () => {
  await page.goto(`/assistants/${id}`);
  const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
  await prompt.fill("We are open from noon to six.");
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  expect(await publishButton("Publish").isEnabled()).toBe(true);
  await required().click({ force: true });
  await expect.poll(() => required().isChecked()).toBe(true);
  await offer().getByText("Not run with this draft").waitFor();
  await expect.poll(() => publishButton("Publish").isEnabled()).toBe(false);
  await dialog().getByRole("textbox", { name: "Reason to publish without them" }).waitFor();
  await expectAccessibleInEveryLook(page);
});

test("a failed suite says which test failed, and a reason publishes", async () => {
  await offer().getByRole("button", { name: "Run all tests: Front desk" }).click();
  await offer().getByText("0 passed, 1 failed of 1.").waitFor();
  await offer().getByText("Failed: Hours").waitFor();
  await offer().getByText("needs 1 of 1").waitFor();
  expect(await publishButton("Publish").isEnabled()).toBe(false);
  await dialog().getByRole("textbox", { name: "Reason to publish without them" }).fill("The hours changed today.");
  await expectAccessibleInEveryLook(page);
  await publishButton("Publish without them").click();
  await page.locator("header").getByText("v2 live").waitFor();
  const [event] = (await user.send<AuditEvent[]>("GET", `/org/${user.orgId}/audit`)).body;
  expect(event).toMatchObject({ action: "publishAssistantDraft", reason: "The hours changed today." });
});

test("with a passing draft, Publish waits no more, and the result is there when the dialog opens again", async () => {
  const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
  await prompt.fill(`${OPEN} Parking is free.`);
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  await offer().getByText("Not run with this draft").waitFor();
  await offer().getByRole("button", { name: "Run all tests: Front desk" }).click();
  await offer().getByText("1 passed, 0 failed of 1.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Publish…" }).click();
  await offer().getByText("1 passed, 0 failed of 1.").waitFor();
  await expect.poll(() => publishButton("Publish").isEnabled()).toBe(true);
  await offer().getByRole("switch", { name: "Also for changes over the API" }).click({ force: true });
  await expect
    .poll(async () => (await user.send<{ publishGate: object }>("GET", `/assistant/${id}/publish-gate`)).body.publishGate)
    .toEqual({ suiteIds: [suite], mode: "all" });
  await publishButton("Publish").click();
  await page.locator("header").getByText("v3 live").waitFor();
});

test("the versions say which candidate was rejected, and why", async () => {
  await user.send("PATCH", `/assistant/${id}`, { model: modelOf("We are closed.") });
  const last = async () => (await user.send<{ results: TestRun[] }>("GET", `/test-suite/${suite}/run`)).body.results[0];
  await expect.poll(async () => (await last())?.status, { timeout: 30_000 }).toBe("completed");
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByText("Suite Front desk: 0 of 1 attempts passed, 1 were needed.").waitFor();
  await page.getByText("rejected", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Restore v4…" }).count()).toBe(0);
  await page.getByRole("button", { name: "Restore v1…" }).waitFor();
  await expectAccessibleInEveryLook(page);
  await page.locator("header").getByText("v3 live").waitFor();
});
