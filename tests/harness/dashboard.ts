import type { Locator, Page } from "playwright-core";

/** A person's actions in the dashboard, by the names that a screen reader reads. */

export interface Account {
  name: string;
  email: string;
  password: string;
}

/** The first person on a server that belongs to one file. */
export const newcomer: Account = { name: "Ada Newcomer", email: "ada@example.com", password: "a long enough password" };

/** Ends on the list of assistants. */
export async function signUpInPage(page: Page, account = newcomer): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill(account.name);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("**/overview");
  await followPath(page, "/assistants");
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

/** Opens a screen by its link in the rail, or another tab of that entry. A page's trail can have a link of the same name. */
export async function openScreen(page: Page, name: string, tab?: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  if (tab === undefined) return;
  await page.getByRole("navigation", { name: "Screens of this section" }).getByRole("link", { name: tab, exact: true }).click();
}

/** Opens one of the settings, from any screen. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await openScreen(page, "Settings");
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

/** Gives the thing of the page another name, in its header. */
export async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Rename" }).click();
  await page.locator("header").getByRole("textbox", { name: "Name" }).fill(name);
  await page.keyboard.press("Enter");
}

type Part = "Model" | "Voice" | "Transcriber";

/** The line of a part on the page of an assistant, with what is chosen. It opens the sheet. */
export function partRow(page: Page, part: Part): Locator {
  return page.getByRole("region", { name: "How it answers" }).getByRole("button", { name: new RegExp(`^${part} `) });
}

/** Opens the sheet with the settings of a part, unless it is open. */
export async function openPart(page: Page, part: Part): Promise<Locator> {
  const sheet = page.getByRole("dialog", { name: part, exact: true });
  if (!(await sheet.isVisible())) {
    await closePart(page);
    await partRow(page, part).click();
    await sheet.waitFor();
  }
  return sheet;
}

export async function closePart(page: Page): Promise<void> {
  const done = page.getByRole("button", { name: "Done", exact: true });
  if (!(await done.isVisible())) return;
  await done.click();
  await done.waitFor({ state: "detached" });
}

/** The control of a part's provider in its sheet. `index`: position among the part itself and its fallbacks. */
export function providerField(page: Page, part: Part, index = 0): Locator {
  return page.getByRole("combobox", { name: `${part} provider`, exact: true }).nth(index);
}

/** Searches a provider by its name and chooses it, in the sheet of its part. */
export async function chooseProvider(page: Page, part: Part, name: string, index = 0): Promise<void> {
  await openPart(page, part);
  await providerField(page, part, index).fill(name);
  await page.getByRole("option", { name, exact: true }).click();
}

/** Ids of a part's providers in a group of its list; without a group, those that can be chosen. Opens the list and closes it again. */
export async function providersIn(page: Page, part: Part, group?: string): Promise<string[]> {
  await openPart(page, part);
  await providerField(page, part).click();
  const list = page.getByRole("listbox", { name: `${part} provider`, exact: true });
  const options =
    group === undefined
      ? list.getByRole("option", { disabled: false })
      : list.getByRole("group", { name: group }).getByRole("option");
  await list.getByRole("option").first().waitFor();
  const ids = await options
    .locator("[data-value]")
    .evaluateAll((all) => all.map((option) => option.getAttribute("data-value") ?? ""));
  // Escape closes the list alone.
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  return ids;
}

/** Opens the Handset beside an assistant. */
export async function openHandset(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Chat or phone" }).click();
  await page.getByRole("menuitem", { name: "Call by phone" }).click();
}

/** Opens the page with what others embed of an assistant. */
export async function openShare(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
}

/** Press Talk and wait until the assistant hears. */
export async function talk(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Talk", exact: true }).click();
  await page.getByRole("status").filter({ hasText: "In call" }).waitFor();
}

export function transcript(page: Page): Locator {
  return page.getByRole("log", { name: "Transcript" });
}

/** Types a question and sends it. */
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
