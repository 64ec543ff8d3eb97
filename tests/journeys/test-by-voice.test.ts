import { test } from "vitest";
import { openScreen, signUpInPage } from "../harness/dashboard.ts";
import { journey } from "../harness/journey.ts";

/** A voice test is made in the form, runs, passes, and its call is opened. */

const started = journey();

test("a suite gets a voice test", async () => {
  const { page, person } = started();
  await signUpInPage(page, person);
  await openScreen(page, "Test suites");
  await page
    .getByRole("link", { name: "New test suite" })
    .or(page.getByRole("button", { name: "New test suite" }))
    .first()
    .click();
});
