import type { Assistant, AssistantDraft } from "@callwright/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpColleague } from "../../apps/server/src/testing/colleague.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type AccountStage, openAccountStage, type Person } from "../harness/account-stage.ts";
import { untilLive, watchForReloads } from "../harness/two-windows.ts";

/** What an editor is told of while they edit, without a reload: another person's version and draft. */

let stage: AccountStage;
let ada: Person;
let maria: TestClient;
let page: Page;

beforeAll(async () => {
  stage = await openAccountStage();
  ada = await stage.signUp("Ada");
  maria = await signUpColleague(stage.server, ada.orgId, "editor", "Maria Costa");
  page = await stage.open(ada);
});

afterAll(async () => {
  await page?.close();
  await stage?.stop();
  expect(stage?.errors).toEqual([]);
});

describe("an assistant that two people edit", () => {
  let assistant: Assistant;
  let isNeverReloaded: () => Promise<boolean>;
  const notices = () => page.getByRole("status");
  const firstMessage = () => page.getByLabel("First message");

  beforeAll(async () => {
    assistant = (await ada.json<Assistant>("POST", "/assistant", { name: "Night desk", firstMessage: "Good evening." })).body;
    await page.goto(`/assistants/${assistant.id}`);
    await untilLive(page);
    isNeverReloaded = await watchForReloads(page);
  });

  test("the other's draft is told, not what is in it", async () => {
    const body = { baseVersion: "v1", config: { name: "Night desk", firstMessage: "Maria's secret words." } };
    await maria.json("PUT", `/assistant/${assistant.id}/draft`, body);
    await notices().getByText("Maria Costa also has an unpublished draft, based on v1.").waitFor();
    expect(await page.getByText("Maria's secret words").count()).toBe(0);
    await expectAccessibleInEveryLook(page);
  });

  test("the other's version is told while one edits, and one's own words stay", async () => {
    await firstMessage().fill("My own words.");
    await page.getByText("Draft · saved").waitFor();
    await maria.json("POST", `/assistant/${assistant.id}/publish`, {});
    await notices().getByText("Maria Costa published v2 while you edit v1.").waitFor();
    // The draft that was published is none any more.
    await expect.poll(() => page.getByText("also has an unpublished draft").count()).toBe(0);
    expect(await firstMessage().inputValue()).toBe("My own words.");
    await expectAccessibleInEveryLook(page);
  });

  test("“See changes” shows what the other changed", async () => {
    await page.getByRole("button", { name: "See changes" }).click();
    const differences = page.getByRole("region", { name: "From v1 to v2" });
    await differences.getByText("Maria's secret words.").waitFor();
    await differences.getByText("Good evening.").waitFor();
    await page.getByRole("tab", { name: "Assistant", exact: true }).click();
    expect(await firstMessage().inputValue()).toBe("My own words.");
  });

  test("“Keep mine” puts the notice away; what is typed goes on being saved, and publishing asks again", async () => {
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect.poll(() => page.getByText("while you edit").count()).toBe(0);
    await firstMessage().fill("My own words, and more.");
    const draft = () => ada.json<AssistantDraft>("GET", `/assistant/${assistant.id}/draft`);
    await expect
      .poll(async () => (await draft()).body)
      .toMatchObject({ baseVersion: "v1", config: { firstMessage: "My own words, and more." } });
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish Night desk" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByText("v2 was published after you started.").waitFor();
    await dialog.getByRole("button", { name: "Publish anyway" }).click();
    await page.getByText("v3 live").waitFor();
    expect(await isNeverReloaded()).toBe(true);
  });

  test("who has changed nothing sees the other's version at once", async () => {
    await maria.json("PATCH", `/assistant/${assistant.id}`, { firstMessage: "Good night." });
    await page.getByText("v4 live").waitFor();
    await expect.poll(() => firstMessage().inputValue()).toBe("Good night.");
    expect(await page.getByText("while you edit").count()).toBe(0);
    expect(await isNeverReloaded()).toBe(true);
  });
});
