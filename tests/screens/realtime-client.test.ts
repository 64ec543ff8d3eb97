import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountStage, openAccountStage, type Person } from "../harness/account-stage.ts";
import { listenToRealtime, type RealtimeFrames } from "../harness/realtime-frames.ts";
import { bundleRealtimePage, openRealtimePage } from "../harness/realtime-page.ts";

/** The realtime backend as the official client knows it, unmodified, in a browser. */

let stage: AccountStage;
let person: Person;
let script: string;
let page: Page;
let frames: RealtimeFrames;

beforeAll(async () => {
  [stage, script] = await Promise.all([openAccountStage(), bundleRealtimePage()]);
  person = await stage.signUp("Ada");
  page = await stage.open();
  frames = listenToRealtime(page);
  await openRealtimePage(page, stage.server.url, script);
});

afterAll(() => stage?.stop());

describe("what a developer is told", () => {
  const PROVIDER =
    "must be used in the React component tree under `ConvexProvider`. Did you forget it? " +
    "See https://docs.convex.dev/quick-start#set-up-convex-in-your-react-app";
  const CLOSED = "ConvexReactClient has already been closed.";
  const RELATIVE = "Provided address was not an absolute URL.";
  const OWN = "must be used in the React component tree under `RealtimeProvider`. Did you forget it?";

  test.each([
    ["useQuery without a provider", `Could not find Convex client! \`useQuery\` ${PROVIDER}`],
    ["useMutation without a provider", `Could not find Convex client! \`useMutation\` ${PROVIDER}`],
    ["useAction without a provider", `Could not find Convex client! \`useAction\` ${PROVIDER}`],
    ["useConvexConnectionState without a provider", `Could not find Convex client! \`useConvexConnectionState\` ${PROVIDER}`],
    ["a mutation of a closed client", CLOSED],
    ["a subscription of a closed client", CLOSED],
    ["setAuth of a closed client", CLOSED],
    [
      "no address",
      "No address provided to ConvexReactClient.\n" +
        "If trying to deploy to production, make sure to follow all the instructions found at https://docs.convex.dev/production/hosting/\n" +
        "If running locally, make sure to run `convex dev` and ensure the .env.local file is populated.",
    ],
    ["a relative address", RELATIVE],
    ["an empty address", RELATIVE],
    ["a relative address of the dashboard's client", RELATIVE],
    ["useLiveQuery without a provider", `Could not find the realtime client! \`useLiveQuery\` ${OWN}`],
    ["useLiveMutation without a provider", `Could not find the realtime client! \`useLiveMutation\` ${OWN}`],
    ["useLiveAction without a provider", `Could not find the realtime client! \`useLiveAction\` ${OWN}`],
  ])("%s", async (what, message) => {
    expect(await page.evaluate((which) => window.realtime.errorOf(which), what)).toBe(message);
  });
});

describe("a client with a query on the page", () => {
  let callId: string;

  interface ShownCall {
    id: string;
    name: string | null;
    assistantName: string | null;
  }
  /** The rendered values in order, without repetitions: the newest call's name. */
  const shownNames = async () => {
    const shown = (await page.evaluate(() => window.realtime.shown)) as (ShownCall[] | undefined)[];
    const names = shown.map((calls) => calls?.map(({ name, assistantName }) => name ?? assistantName)[0]);
    return names.filter((each, index) => each !== names[index - 1]);
  };

  test("shows what the REST API does, without a reload", async () => {
    await page.clock.install();
    await page.evaluate((token) => window.realtime.show(token, "calls:list", {}), person.orgToken);
    await expect.poll(shownNames).toContain("Sample: opening hours on Saturday");
    const { body } = await person.json<{ id: string }>("POST", "/call/web", { assistant: { name: "First" } });
    callId = body.id;
    await expect.poll(async () => (await shownNames()).at(-1)).toBe("First");
    await person.json("PATCH", `/call/${callId}`, { name: "Renamed" });
    await expect.poll(async () => (await shownNames()).at(-1)).toBe("Renamed");
  });

  test("shows an optimistic update at once, and what is true when the mutation has been done", async () => {
    const before = (await shownNames()).length;
    const note = await page.evaluate(
      (id) => window.realtime.mutateNaming("notes:add", { callId: id, text: "A good one" }, "Promised"),
      callId,
    );
    expect(note).toMatchObject({ callId, text: "A good one" });
    await expect.poll(async () => (await shownNames()).slice(before - 1)).toEqual(["Renamed", "Promised", "Renamed"]);
  });

  test("takes an optimistic update back when the mutation is refused, in words for people", async () => {
    const before = (await shownNames()).length;
    const refused = await page.evaluate(
      (id) => window.realtime.mutateNaming("notes:add", { callId: id, text: "" }, "Promised").catch(({ data }) => data),
      callId,
    );
    expect(refused).toMatchObject({ code: "validation-failed", message: expect.stringContaining("text") });
    await expect.poll(async () => (await shownNames()).slice(before - 1)).toEqual(["Renamed", "Promised", "Renamed"]);
  });

  test("keeps a query that was warmed up subscribed for 5000 ms", async () => {
    const changes = () =>
      frames.sent.flatMap(({ type, modifications }) => (type === "ModifyQuerySet" ? (modifications ?? []) : []));
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
    await page.evaluate((id) => window.realtime.prewarm("calls:get", { id }), callId);
    const added = await expect
      .poll(() => changes().find(({ udfPath }) => udfPath === "calls:get"))
      .toMatchObject({ type: "Add" })
      .then(() => changes().find(({ udfPath }) => udfPath === "calls:get"));
    const removal = () => changes().find(({ type, queryId }) => type === "Remove" && queryId === added?.queryId);
    await page.clock.runFor(4_999);
    // After a round trip to the page, nothing has been sent.
    await page.evaluate(() => window.realtime.shown.length);
    expect(removal()).toBeUndefined();
    await page.clock.runFor(1);
    await expect.poll(removal).toBeDefined();
    await page.clock.resume();
  });
});
