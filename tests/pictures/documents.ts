import { fileURLToPath } from "node:url";
import type { Call, Campaign, SimulationRun, Workflow } from "@callwright/contract";
import type { Page } from "playwright-core";
import { openPage } from "../harness/chromium.ts";
import { ask, talk, transcript } from "../harness/dashboard.ts";
import { eventually } from "../harness/eventually.ts";
import { signUpByRequest } from "../harness/open-dashboard.ts";
import { mark, tapPage, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { silenceFile } from "../harness/speech.ts";
import { beginCampaign, fillOrganization, type Made, newPerson } from "./content.ts";
import { withProduct } from "./product.ts";

const LOOK = { viewport: { width: 1440, height: 900 }, colorScheme: "light", reducedMotion: "reduce" } as const;

interface Stage {
  page: Page;
  user: PlatformUser;
  made: Made;
  databaseUrl: string;
}

/** The pictures of README and docs, by their names: what is done with an organization that has worked with the product for a month. */
const PICTURES: Record<string, (stage: Stage) => Promise<void>> = {
  talk: async ({ page, made }) => {
    await page.goto(`/assistants/${made.assistant}`);
    // The first call of a server loads its voice.
    await greeted(page);
    await page.getByRole("button", { name: "Hang up" }).click();
    await page.goto(`/assistants/${made.assistant}`);
    await greeted(page);
    await answered(page, "When are you open on Saturday?", "four in the afternoon");
    await answered(page, "Where can customers park?", "library");
    await takePicture(page, "talk");
    await page.emulateMedia({ colorScheme: "dark" });
    await takePicture(page, "talk-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Hang up" }).click();
  },

  call: async ({ page, user }) => {
    const calls = (await user.send<Call[]>("GET", "/call?limit=100")).body;
    const secondsOf = ({ startedAt = "", endedAt = "" }: Call) => (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
    // As long as the recording.
    const shown = calls.find(
      (each) => each.type === "inboundPhoneCall" && each.endedReason === "customer-ended-call" && secondsOf(each) === 15,
    );
    await page.goto(`/calls/${shown?.id}?t=8.4`);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await takePicture(page, "call");
  },

  canvas: async ({ page, user }) => {
    const workflows = (await user.send<Workflow[]>("GET", "/workflow")).body;
    await page.goto(`/workflows/${workflows.at(-1)?.id}`);
    await page.getByRole("button", { name: "Chat or phone" }).click();
    await page.getByRole("menuitem", { name: "Chat by text" }).click();
    for (const [said, answer] of [
      ["Hello", "Would you like"],
      ["Yes please", "the flavor"],
      ["A chocolate cake", "how many people"],
      ["For eight people", "which day"],
    ] as const) {
      await page.getByRole("textbox", { name: "Write a message" }).fill(said);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("log", { name: "Conversation" }).getByText(answer).waitFor();
    }
    await page.getByRole("button", { name: "Send", exact: true }).waitFor();
    await takePicture(page, "canvas");
  },

  simulations: async ({ page, user, made }) => {
    const simulations = [{ type: "simulationSuite", simulationSuiteId: made.suite }];
    const { body: run } = await user.send<SimulationRun>("POST", "/eval/simulation/run", { simulations });
    await eventually("the run to end", async () => {
      const { status } = (await user.send<SimulationRun>("GET", `/eval/simulation/run/${run.id}`)).body;
      return status === "ended" || undefined;
    });
    await page.goto(`/simulations/${made.suite}`);
    await page
      .getByRole("button", { name: /\d of 5 passed/ })
      .first()
      .waitFor();
    await takePicture(page, "simulations");
  },

  campaign: async ({ page, user, made, databaseUrl }) => {
    const campaign = await beginCampaign({ user, databaseUrl }, made);
    await page.goto(`/campaigns/${campaign}`);
    await page.getByRole("region", { name: "People by outcome" }).waitFor();
    await eventually("calls that run", async () => {
      const { contactCounters } = (await user.send<Campaign>("GET", `/campaign/${campaign}`)).body;
      return (contactCounters?.dispatched ?? 0) > 1 || undefined;
    });
    await takePicture(page, "campaign");
    await user.send("POST", `/campaign/${campaign}/pause`);
  },
};

/** Types a question, and waits until its answer has been heard. */
async function answered(page: Page, question: string, answer: string): Promise<void> {
  const since = await mark(page);
  await ask(page, question);
  await transcript(page).getByText(answer).last().waitFor();
  await waitForSound(page, since);
  await waitForSilence(page);
}

/** Calls the agent of the page, and hears its greeting. */
async function greeted(page: Page): Promise<void> {
  await talk(page);
  await waitForSound(page, 0);
  await waitForSilence(page);
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
  await page.mouse.move(0, 0);
  await page.screenshot({ path: fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url)) });
}

/** Takes the pictures of README and docs. `only`: names. */
export async function takeDocuments(only: string[]): Promise<void> {
  await withProduct(await silenceFile(60), async ({ browser, url, databaseUrl }) => {
    const { page } = await openPage(browser, url, LOOK);
    // Pictures are also taken on machines that are busy with something else.
    page.setDefaultTimeout(90_000);
    await tapPage(page);
    const user = await signUpByRequest(page, url, newPerson());
    const made = await fillOrganization({ user, databaseUrl });
    const wanted = Object.entries(PICTURES).filter(([name]) => only.length === 0 || only.includes(name));
    for (const [, take] of wanted) await take({ page, user, made, databaseUrl });
  });
}
