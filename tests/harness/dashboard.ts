import type { Locator, Page } from "playwright-core";

/** What a person does in the dashboard, by the names a screen reader would say. */

export interface Account {
  name: string;
  email: string;
  password: string;
}

/** The first person on a server that a file has for itself. */
export const newcomer: Account = { name: "Ada Newcomer", email: "ada@example.com", password: "a long enough password" };

/** Ends on the list of assistants. */
export async function signUpInPage(page: Page, account = newcomer): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill(account.name);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("**/assistants");
}

export async function signInInPage(page: Page, account = newcomer): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Leads to another screen as a link of the dashboard does, without loading the document again: that costs ten times the CPU time. */
export async function followPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, path);
}

/** Opens one of the settings, from any screen. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).click();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name, exact: true }).click();
}

/** Opens the command palette and searches, once its field is there. */
export async function searchPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").locator("input").fill(text);
}

export async function openAssistant(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("button", { name: "Talk", exact: true }).waitFor();
}

/** Press Talk and wait until the assistant hears. */
export async function talk(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Talk", exact: true }).click();
  await page.getByRole("status").filter({ hasText: "In call" }).waitFor();
}

export function transcript(page: Page): Locator {
  return page.getByRole("log", { name: "Transcript" });
}

/** Type what one would say, and send it. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("textbox", { name: "Type instead" }).fill(question);
  await page.keyboard.press("Enter");
}

/** Hang up and go to the call's page; answers the call's id. */
export async function hangUp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Hang up" }).click();
  await page.getByRole("link", { name: "Open the call" }).click();
  await page.waitForURL(/\/calls\/[0-9a-f-]{36}/);
  const id = /\/calls\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  if (!id) throw new Error(`No call id in ${page.url()}`);
  return id;
}
