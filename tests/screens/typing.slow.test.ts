import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium, openPage } from "../harness/chromium.ts";
import { ask, hangUp, openAssistant, talk, transcript } from "../harness/dashboard.ts";
import { newAccount, sharedServerUrl, signUpByRequest } from "../harness/open-dashboard.ts";
import { mark, tapPage, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { getCall, listEvents, type PlatformUser } from "../harness/platform.ts";
import { hoursOn } from "../harness/riley.ts";
import { failTogether } from "../harness/steps.ts";
import { hearingProblem } from "../harness/words.ts";

/** Without a microphone, a person types, and the assistant still speaks. */

failTogether();

describe("on a machine without a microphone", () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let user: PlatformUser;

  beforeAll(async () => {
    browser = await launchChromium({ microphone: "none" });
    ({ page, errors } = await openPage(browser, sharedServerUrl()));
    await tapPage(page);
    user = await signUpByRequest(page, sharedServerUrl(), newAccount());
    await page.goto("/assistants");
    await openAssistant(page, "Riley");
    await talk(page);
  });

  afterAll(() => browser?.close());

  test("the reason is said, and muting nothing is not offered", async () => {
    await page.getByText("No microphone was found.").waitFor();
    expect(await page.getByRole("button", { name: "Mute" }).isDisabled()).toBe(true);
  });

  test("the call says that it is recorded", async () => {
    await page.getByText("Recorded", { exact: true }).waitFor();
  });

  test("a typed question is answered in words and in sound", async () => {
    const before = await mark(page);
    await ask(page, "What are your opening hours on Sunday?");
    await expect
      .poll(async () => hearingProblem(hoursOn("Sunday"), (await transcript(page).textContent()) ?? ""))
      .toBeUndefined();
    await waitForSound(page, before);
    await waitForSilence(page);
  });

  test("leaving during the call asks first, and staying keeps it", async () => {
    const leavings = [
      page.getByRole("link", { name: "Calls", exact: true }),
      page.getByRole("button", { name: "Close the call panel" }),
    ];
    for (const leaving of leavings) {
      await leaving.click();
      await page.getByRole("dialog", { name: "Leave and hang up?" }).waitFor();
      await page.getByRole("button", { name: "Stay in the call" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    const isClosingWarned = await page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(isClosingWarned).toBe(true);
    await page.getByRole("status").filter({ hasText: "In call" }).waitFor();
  });

  test("the call page tells typed words from spoken ones", async () => {
    const id = await hangUp(page);
    await page.getByText(/typed/).first().waitFor();
    expect((await getCall(user, id)).artifact?.transcript).toMatch(
      /User: What are your opening hours on Sunday\?\nAI: On Sunday/,
    );
    const said = (await listEvents(user, id)).find(({ type }) => type === "user.said");
    expect(said?.payload).toMatchObject({ text: "What are your opening hours on Sunday?", typed: true });
    expect(errors).toEqual([]);
  });
});

describe("when the person does not allow the microphone", () => {
  test("the page says where to allow it, and typing works", async () => {
    const browser = await launchChromium({ microphone: "refused" });
    const { page } = await openPage(browser, sharedServerUrl());
    await signUpByRequest(page, sharedServerUrl(), newAccount());
    await page.goto("/assistants");
    await openAssistant(page, "Riley");
    await talk(page);
    await page.getByText("The microphone is blocked. Allow it in the address bar").waitFor();
    await ask(page, "Where can I park?");
    await expect.poll(() => transcript(page).textContent()).toMatch(/park behind the library/);
    await browser.close();
  });
});
