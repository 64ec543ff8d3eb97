import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AccountStage, openAccountStage } from "../harness/account-stage.ts";
import { bundleRealtimePage, openRealtimePage } from "../harness/realtime-page.ts";

/** What the official client of the realtime backend, unmodified, and the dashboard's hooks tell a developer, in a browser. */

let stage: AccountStage;
let script: string;
let page: Page;

beforeAll(async () => {
  [stage, script] = await Promise.all([openAccountStage(), bundleRealtimePage()]);
  page = await stage.open();
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
