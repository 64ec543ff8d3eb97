import type { Assistant, SimulationRun, SimulationRunItem, SuiteTest, TestSuite } from "@callwright/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { openPage } from "../harness/chromium.ts";
import { type Account, followPath, signInInPage } from "../harness/dashboard.ts";
import { eventually } from "../harness/eventually.ts";
import { describeLooks } from "../harness/looks.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";

/** A suite with two callers, run on two versions of an assistant: the second one broke a test. */

const NEAR = "We deliver within 5 miles.";
const FAR = "We deliver within 20 miles.";
const LONG = "Asks where the bakery delivers to, with a name that is as long as names of tests may be";
const SEEDS = 10;

let url: string;
let browser: Browser;
let person: Account;
let user: PlatformUser;
let wide: Page;
let errors: string[];
let assistant: Assistant;
let suite: TestSuite;
let delivery: SuiteTest;
let branched: SuiteTest;
let second: SimulationRun;

const make = async <Body>(path: string, body: unknown): Promise<Body> => {
  const answer = await user.send<Body>("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};

const promptOf = (text: string) => ({
  provider: "callwright",
  model: "builtin",
  messages: [{ role: "system", content: `You are the assistant of a bakery.\n${text}` }],
});

async function run(): Promise<SimulationRun> {
  const started = await make<SimulationRun>("/eval/simulation/run", {
    simulations: [{ type: "simulationSuite", simulationSuiteId: suite.id }],
    target: { type: "assistant", assistantId: assistant.id },
  });
  return eventually("the run has ended", async () => {
    const { body } = await user.send<SimulationRun>("GET", `/eval/simulation/run/${started.id}`);
    return body.status === "ended" ? body : undefined;
  });
}

beforeAll(async () => {
  const dashboard = await openDashboard({ viewport: { width: 1440, height: 900 } });
  ({ url, browser, person, user, errors, page: wide } = dashboard);
  assistant = await make("/assistant", { name: "Baker", model: promptOf(NEAR) });
  const caller = (name: string) =>
    make<{ id: string }>("/eval/simulation/personality", { name, assistant: { name, model: promptOf("You are in a hurry.") } });
  const callers = [(await caller("Hurried")).id, (await caller("A caller with a name of many words")).id];
  const body = { name: "Front desk", targetPlan: { assistantId: assistant.id }, callers, iterations: SEEDS };
  suite = await make("/test-suite", body);
  const steps = [{ say: "Where do you deliver to?" }];
  const near = { type: "ai", rubric: "Names the distance", check: { type: "said", text: "within 5 miles", turn: 1 } };
  delivery = await make(`/test-suite/${suite.id}/test`, {
    type: "chat",
    name: LONG.slice(0, 80),
    script: "",
    steps,
    scorers: [near],
  });
  branched = await make(`/test-suite/${suite.id}/test`, {
    type: "chat",
    name: "Branches",
    script: "Ask for a table.",
    steps: [
      { say: "A table, please.", branches: [{ answerHas: "which day", goTo: "day" }], otherwise: "end" },
      { name: "day", say: "On Friday." },
    ],
    toolMocks: [{ toolName: "book_table", result: "Booked.", arguments: { people: 4 }, failed: false }],
    scorers: [{ type: "ai", rubric: "Ends in time", check: { type: "within-turns", turns: 5 } }],
    maxTurns: 7,
  });
  await run();
  expect((await user.send("PATCH", `/assistant/${assistant.id}`, { model: promptOf(FAR) })).status).toBe(200);
  second = await run();
}, 180_000);

afterAll(async () => {
  await wide?.context().close();
  expect(errors).toEqual([]);
});

const cellOf = (page: Page, test: string, caller: string) =>
  page.getByRole("button", { name: new RegExp(`^${test.slice(0, 30)}.*, ${caller}`) });

describeLooks(({ colorScheme, width }) => {
  let page: Page;

  beforeAll(async () => {
    ({ page } = await openPage(browser, url, { colorScheme, viewport: { width, height: 844 } }));
    await signInInPage(page, person);
    await page.waitForURL("**/overview");
  });
  afterAll(() => page?.context().close());

  test("the list has the last result and its trend", async () => {
    await followPath(page, "/simulations");
    await page.getByRole("link", { name: "Front desk" }).waitFor();
    await page.getByText(`${2 * SEEDS} of ${4 * SEEDS}`, { exact: true }).waitFor();
    await expectAccessible(page);
  });

  test("the matrix says what broke, and its panel says why", async () => {
    await followPath(page, `/simulations/${suite.id}`);
    const cell = cellOf(page, LONG, "Hurried");
    await cell.waitFor();
    await page.getByRole("button", { name: `Hurried: 0 of ${SEEDS} passed, worse than before from ${SEEDS}` }).waitFor();
    await expectAccessible(page);
    await cell.click();
    const panel = page.getByRole("region", { name: /with Hurried$/ });
    await panel.getByText("Got worse").waitFor();
    await panel.getByText("Names the distance").first().waitFor();
    await panel.getByRole("listitem").getByText(`${SEEDS} of ${SEEDS}`, { exact: true }).waitFor();
    await expectAccessible(page);
  });

  test.each(["Tests", "Callers", "Runs", "Gate", "Settings"])("tab %s", async (name) => {
    await page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
    await page.getByRole("tab", { name: new RegExp(`^${name}`), selected: true }).waitFor();
    await page.getByRole("tabpanel").first().waitFor();
    await page.getByRole("tabpanel").locator("[class*=skeleton]").first().waitFor({ state: "detached" });
    await expectAccessible(page);
  });

  test("a run", async () => {
    await followPath(page, `/simulations/runs/${second.id}`);
    await page.getByRole("region", { name: "Criteria" }).getByText("Names the distance").waitFor();
    await expectAccessible(page);
  });

  test("a test that says lines, and one that plays a role", async () => {
    await followPath(page, `/simulations/${suite.id}/tests/${delivery.id}`);
    await page.getByText(`Names the distance: ${2 * SEEDS} of ${2 * SEEDS} failed`).waitFor();
    await page.getByRole("button", { name: /^says “within 5 miles”/ }).waitFor();
    await expectAccessible(page);
    await page.getByText("Plays a role").click();
    await page.getByRole("region", { name: "Wants" }).waitFor();
    await page.getByRole("button", { name: "Fact", exact: true }).click();
    await page.getByRole("textbox", { name: "Fact 1: name" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Discard changes" }).click();
  });

  test("the dialog of an expectation", async () => {
    await page.getByRole("button", { name: /^says “within 5 miles”/ }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Words", exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  });
});

describe("by keyboard", () => {
  test("arrow keys move between cells, Enter opens one, and Escape closes it", async () => {
    await wide.goto(`/simulations/${suite.id}`);
    await cellOf(wide, LONG, "Hurried").focus();
    await wide.keyboard.press("ArrowRight");
    await wide.keyboard.press("ArrowDown");
    await wide.keyboard.press("ArrowUp");
    await wide.keyboard.press("Enter");
    const panel = wide.getByRole("region", { name: /with A caller with a name of many words$/ });
    await expect.poll(() => panel.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(wide.url()).searchParams.get("cell")).toContain(delivery.id);
    await wide.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(await cellOf(wide, LONG, "A caller with").evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe("what a person does", () => {
  test("older addresses lead here", async () => {
    await wide.goto(`/test-suites/${suite.id}?tab=runs`);
    await wide.getByRole("table", { name: "Runs" }).waitFor();
    expect(new URL(wide.url()).pathname).toBe(`/simulations/${suite.id}`);
    await followPath(wide, `/test-suites/${suite.id}/runs/${second.id}`);
    await wide.waitForURL(`**/simulations/runs/${second.id}`);
  });

  test("one cell runs again with its seeds and its caller alone, beside the run before", async () => {
    await wide.goto(`/simulations/${suite.id}`);
    await cellOf(wide, LONG, "Hurried").click();
    await wide.getByRole("button", { name: `Run these ${SEEDS} again` }).click();
    const newest = async () =>
      (await user.send<{ results: SimulationRun[] }>("GET", `/eval/simulation/run?testSuiteId=${suite.id}&limit=1`)).body
        .results[0];
    await expect.poll(async () => (await newest())?.itemCounts?.total).toBe(SEEDS);
    await expect.poll(async () => (await newest())?.status, { timeout: 30_000 }).toBe("ended");
    const again = wide.getByRole("button", { name: new RegExp(`, Hurried: 0 of ${SEEDS} passed$`) });
    await again.waitFor();
    expect(await cellOf(wide, "Branches", "Hurried").count()).toBe(0);
    expect(new URL(wide.url()).searchParams.get("base")).toBe(second.id);
    await wide.goto(`/simulations/${suite.id}`);
    await cellOf(wide, "Branches", "Hurried").waitFor();
  });

  test("a test with branches opens without loss, and a save changes what was edited alone", async () => {
    await wide.goto(`/simulations/${suite.id}/tests/${branched.id}`);
    await wide.getByRole("button", { name: "1 branch" }).waitFor();
    await wide.getByRole("button", { name: /^book_table/ }).waitFor();
    await wide.getByRole("button", { name: /^within 5 lines/ }).waitFor();
    await wide.getByRole("textbox", { name: "Line 2", exact: true }).fill("On Saturday.");
    // Another line may follow after branches, so that none can interrupt.
    expect(await wide.getByRole("combobox", { name: "Line 2: when the caller speaks" }).count()).toBe(0);
    await wide.getByRole("button", { name: "Save", exact: true }).click();
    await wide.getByText("Saved").first().waitFor();
    const { body } = await user.send<SuiteTest>("GET", `/test-suite/${suite.id}/test/${branched.id}`);
    const { updatedAt: _, steps: __, ...others } = branched;
    expect(body).toMatchObject(others);
    expect(body.steps).toEqual([branched.steps?.[0], { name: "day", say: "On Saturday." }]);
  });

  test("an expectation is added to a line, and is checked in a run of the draft", async () => {
    await wide.goto(`/simulations/${suite.id}/tests/${delivery.id}`);
    await wide.getByRole("button", { name: "Expect of the answer to line 1" }).click();
    await wide.getByRole("menuitem", { name: "The agent does not say" }).click();
    const dialog = wide.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Words", exact: true }).fill("no idea");
    await dialog.getByRole("button", { name: "Done" }).click();
    await wide.getByRole("button", { name: "does not say “no idea”" }).waitFor();
    await wide.getByRole("button", { name: "Save", exact: true }).click();
    await wide.getByText("Draft", { exact: true }).click();
    await wide.getByRole("button", { name: "Run", exact: true }).click();
    await wide.getByRole("button", { name: new RegExp(`^does not say “no idea” ${2 * SEEDS}`) }).waitFor({ timeout: 60_000 });
    const { body } = await user.send<SuiteTest>("GET", `/test-suite/${suite.id}/test/${delivery.id}`);
    expect(body.scorers[1]).toEqual({
      type: "ai",
      rubric: "does not say “no idea”",
      check: { type: "not-said", text: "no idea", turn: 1 },
    });
    const runs = await user.send<{ results: SimulationRun[] }>("GET", `/eval/simulation/run?testSuiteId=${suite.id}&limit=1`);
    expect(runs.body.results[0]).toMatchObject({ isDraft: true, simulations: [{ testIds: [delivery.id] }] });
  });

  test("callers of the gallery and of the organization are chosen with one click", async () => {
    await wide.goto(`/simulations/${suite.id}?tab=callers`);
    const angry = wide.getByRole("checkbox", { name: "Angry" });
    await angry.click();
    const stored = async () => (await user.send<TestSuite>("GET", `/test-suite/${suite.id}`)).body.callers;
    await expect.poll(stored).toEqual([...(suite.callers ?? []), "angry"]);
    await expect.poll(() => angry.isChecked()).toBe(true);
    await angry.click();
    await expect.poll(stored).toEqual(suite.callers);
    await wide.getByRole("link", { name: "Edit the caller Hurried" }).click();
    await wide.getByRole("heading", { level: 1, name: "Hurried" }).waitFor();
  });

  test("a run that cannot be read says why, and is read again", async () => {
    await wide.route("**/matrix", (route) => route.fulfill({ status: 503, json: { message: "The server is busy." } }));
    await wide.goto(`/simulations/${suite.id}`);
    await wide.getByRole("alert").getByText("The server is busy.").waitFor({ timeout: 30_000 });
    await wide.unroute("**/matrix");
    await wide.getByRole("alert").getByRole("button").click();
    await cellOf(wide, LONG, "Hurried").waitFor();
    errors.splice(0);
  });
});

describe("a suite whose tests are generated", () => {
  let bakery: TestSuite;
  let table: Page;

  beforeAll(async () => {
    const tools = [{ type: "function", function: { name: "order_cake", description: "Orders a cake." } }];
    const model = promptOf("Q: When do you open?\nA: We open at nine.");
    const { id: assistantId } = await make<Assistant>("/assistant", { name: "Cakes", model: { ...model, tools } });
    bakery = await make("/test-suite", { name: "Cakes", targetPlan: { assistantId } });
    ({ page: table } = await openPage(browser, url, { viewport: { width: 1440, height: 900 } }));
    await signInInPage(table, person);
    await table.waitForURL("**/overview");
  });
  afterAll(() => table?.context().close());

  test("tests are written from the prompt and the tools, and those that are chosen are added", async () => {
    await followPath(table, `/simulations/${bakery.id}?tab=tests`);
    await table.getByRole("button", { name: "Generate tests" }).click();
    const dialog = table.getByRole("dialog", { name: "Generate tests" });
    await dialog.getByRole("checkbox", { name: "Order a cake" }).waitFor();
    await expectAccessible(table);
    await dialog.getByRole("checkbox", { name: "When do you open" }).uncheck();
    await dialog.getByRole("button", { name: "Add 1 test" }).click();
    await table.getByRole("link", { name: "Order a cake" }).waitFor();
    const { body } = await user.send<{ results: SuiteTest[] }>("GET", `/test-suite/${bakery.id}/test`);
    expect(body.results).toMatchObject([
      { name: "Order a cake", toolMocks: [{ toolName: "order_cake" }], scorers: [{ check: { type: "tool-called" } }] },
    ]);
    // What the suite has already is offered, and not chosen.
    await table.getByRole("button", { name: "Generate tests" }).click();
    await dialog.getByRole("button", { name: "Add 1 test" }).waitFor();
    expect(await dialog.getByRole("checkbox", { name: "Order a cake" }).isChecked()).toBe(false);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  test("the options of a run say what it costs, and a run that costs money asks first", async () => {
    await table.getByRole("button", { name: "How to run" }).click();
    await table.getByText("1 conversation, free").waitFor();
    await table.getByRole("combobox", { name: "Runs as" }).selectOption({ label: "Sound" });
    await table.getByText("1 conversation, about 2 min of calls, free").waitFor();
    await expectAccessible(table);
    await table.getByRole("combobox", { name: "Runs as" }).selectOption({ label: "Text" });
    await table.keyboard.press("Escape");
    const costly = {
      conversations: 1,
      calls: 0,
      minutes: 0,
      cost: 1.25,
      unpriced: [{ part: "voice", provider: "acme", model: "x" }],
    };
    await table.route("**/run/estimate", (route) => route.fulfill({ json: costly }));
    await table.getByRole("button", { name: "Run", exact: true }).click();
    const dialog = table.getByRole("dialog", { name: "This run costs money" });
    await dialog.getByText("1 conversation, at least $1.25").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await table.unroute("**/run/estimate");
    const { body } = await user.send<{ results: unknown[] }>("GET", `/eval/simulation/run?testSuiteId=${bakery.id}`);
    expect(body.results).toEqual([]);
  });

  test("a person scores what a model judged, and what none could judge is not scored", async () => {
    const scorers = [{ type: "ai", rubric: "Is kind" }];
    await make("/eval/simulation/scenario", {
      name: "Asks",
      instructions: "When do you open?",
      evaluations: [],
      testSuiteId: bakery.id,
      scorers,
    });
    const { id } = await make<SimulationRun>("/eval/simulation/run", {
      simulations: [{ type: "simulationSuite", simulationSuiteId: bakery.id }],
    });
    await followPath(table, `/simulations/runs/${id}`);
    await table.getByRole("link", { name: "Seed 1" }).last().click();
    const criteria = table.getByRole("region", { name: "Criteria" });
    await criteria.getByText("Is kind").waitFor();
    expect(await criteria.getByText("What do you say?").count()).toBe(0);
    const itemId = new URL(table.url()).searchParams.get("item");
    const item = `/eval/simulation/run/${id}/item/${itemId}`;
    // This server has no language model: the same answer, as if one had judged.
    await table.route(`**${item}`, async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as SimulationRunItem;
      for (const result of json.results?.scorerResults ?? []) delete result.isUnjudged;
      await route.fulfill({ response: answer, json });
    });
    await table.reload();
    await criteria.getByText("Met", { exact: true }).click();
    const verdicts = async () => (await user.send<SimulationRunItem>("GET", item)).body.results?.humanScores;
    await expect.poll(verdicts).toMatchObject([{ scorer: 0, result: "pass", by: person.name }]);
    await expectAccessible(table);
    await table.unroute(`**${item}`);
  });
});

describe("without a suite", () => {
  test("a sample is made and opened", async () => {
    const dashboard = await openDashboard();
    await followPath(dashboard.page, "/simulations");
    await dashboard.page.getByRole("button", { name: "Make a sample" }).click();
    await dashboard.page.getByRole("table", { name: "Tests" }).getByText("Asks for the opening hours").waitFor();
    await dashboard.page.getByRole("button", { name: "Run", exact: true }).click();
    await dashboard.page
      .getByRole("button", { name: /^Asks for the opening hours, Neutral: 5 of 5/ })
      .waitFor({ timeout: 60_000 });
    await expectAccessible(dashboard.page);
    expect(dashboard.errors).toEqual([]);
    await dashboard.page.context().close();
  });
});
