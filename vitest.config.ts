import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesWithLongTests, LONG } from "./scripts/long-tests.mjs";

/** Workspace packages resolve to their sources, so that tests need no build. No more than that: it is also passed to Node, whose `require` would then take the wrong file of some packages. */
const conditions = ["callwright-source"];
const resolve = { conditions };
const ssr = { resolve: { conditions, externalConditions: conditions } };

/** One PostgreSQL for the whole run; every test server gets its own database in it. */
const cluster = "apps/server/src/testing/postgres-cluster.ts";

/** Of the engine: what needs real time, on real call hosts, over real connections or with real speech. All else of a call is tested in stopped time. */
const SPEAKS = [
  "call/reconnect",
  "host/call-host",
  "host/process-pool",
  "providers/callwright/local/local-voice",
  "providers/callwright/transcriber",
  "providers/callwright/voice",
  "providers/transcriber-conformance",
].map((file) => `packages/engine/src/${file}.test.ts`);

/** After all other files of a run: they wait for sound most of the time, and it must keep its pace. */
const afterTheRest = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };

/** Of every file. */
const setupFiles = ["tests/harness/left-behind.ts", "tests/harness/wait-patience.ts"];

const buildProduct = "tests/harness/build-product.ts";

/** Files share a server and, by worker, a Chromium. The projects of one run share the server, too. What must start with an empty server, or end one, starts its own. */
const sharing = {
  isolate: false,
  globalSetup: [buildProduct, cluster, "tests/harness/run-server.ts"],
  setupFiles: [...setupFiles, "tests/harness/file-isolation.ts"],
};

/** Files that take longest. They start first, so that no worker ends with one of them while the others have nothing left to do. */
const SLOWEST = [
  "apps/server/src/modules/campaign/campaign.slow.test.ts",
  "tests/api/round-trip.slow.test.ts",
  "apps/server/src/platform/http/register-routes.test.ts",
  "packages/engine/src/providers/live-check/check-provider.test.ts",
  "tests/api/every-call.test.ts",
  "tests/api/role-table.test.ts",
  "apps/server/src/platform/jobs/woken-workers.test.ts",
  "apps/server/src/server.slow.test.ts",
  "packages/engine/src/host/process-pool.test.ts",
  "packages/engine/src/host/call-host.test.ts",
  "tests/screens/accessibility.test.ts",
  "tests/screens/widget-look.slow.test.ts",
  "tests/screens/widget-states.slow.test.ts",
  "tests/screens/account-links.slow.test.ts",
  "tests/screens/two-servers.slow.test.ts",
  "tests/screens/editor.test.ts",
  "tests/journeys/answer-the-handset.slow.test.ts",
  "tests/journeys/run-a-campaign.slow.test.ts",
  "tests/journeys/transfer-to-a-phone.slow.test.ts",
  "tests/journeys/find-one-of-1000.slow.test.ts",
  "tests/journeys/supervise-a-call.slow.test.ts",
  "tests/journeys/why-a-call-ended.slow.test.ts",
  "tests/long/campaign-kill.test.ts",
  "tests/long/soak.test.ts",
  "tests/long/faulty-servers.test.ts",
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOWEST.some((slow) => moduleId.endsWith(slow));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/** Its 50 calls take both cores, and it states how soon calls end: it runs when nothing else does. */
const THREE_NODES = "apps/server/src/three-nodes.slow.test.ts";

/** Whole files that `npm test` leaves to `npm run test:long`: they start programs, wait in real time, or walk many states of what rarely changes. */
const SLOW = "**/*.slow.test.ts";

const unit = {
  environment: "node" as const,
  pool: "forks" as const,
  // More than the machine has cores: they wait for their database and for each other's answers. Each worker loads everything, which takes ten seconds.
  maxWorkers: availableParallelism() + 1,
  // What a file imports is loaded once a worker: the server, the contract and their libraries take a second each time.
  isolate: false,
  // A larger young generation is collected less often, which takes 4 % less CPU time.
  execArgv: ["--max-semi-space-size=64"],
  setupFiles,
  globalSetup: [cluster],
  // Long enough for a machine that is busy with something else; nothing waits this long when all is well.
  testTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  hookTimeout: 120_000,
};

/** They are one project, because each project starts workers of its own, which load everything again. */
const IN_BROWSER = ["tests/screens", "tests/browser", "tests/journeys"];
const UNITS = ["{packages,apps}/*/src/**/*", "tests/{api,auth,harness,docs,rules,webhooks}/**/*"];

/** Of tests in Chromium. */
const inChromium = {
  environment: "node",
  pool: "forks" as const,
  ...sharing,
  testTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  hookTimeout: 180_000,
};

/** Screens and journeys run together, and several calls at once. Their tests judge no recognized word. */
const ofJourneys = { ...inChromium, maxWorkers: availableParallelism() + 1 };

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    tags: [{ name: LONG }],
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: "unit",
          include: UNITS.map((files) => `${files}.test.{ts,tsx}`),
          exclude: [...SPEAKS, SLOW],
          ...unit,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "slow",
          include: UNITS.map((files) => `${files}.slow.test.ts`),
          exclude: [THREE_NODES],
          ...unit,
        },
      },
      {
        resolve,
        ssr,
        test: { name: "slow-alone", include: [THREE_NODES], ...unit, ...afterTheRest },
      },
      {
        resolve,
        ssr,
        test: {
          name: "voice",
          include: SPEAKS,
          environment: "node",
          pool: "forks",
          ...afterTheRest,
          isolate: false,
          setupFiles,
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        resolve,
        ssr,
        test: { name: "browser", include: IN_BROWSER.map((folder) => `${folder}/**/*.test.ts`), exclude: [SLOW], ...ofJourneys },
      },
      {
        resolve,
        ssr,
        test: {
          name: "slow-screens",
          // Whole files: tests in Chromium go on where those before them end.
          include: ["tests/screens/**/*.slow.test.ts", ...filesWithLongTests("tests/screens")],
          ...ofJourneys,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "slow-browser",
          include: [
            "tests/{browser,journeys}/**/*.slow.test.ts",
            ...["tests/browser", "tests/journeys"].flatMap(filesWithLongTests),
          ],
          ...ofJourneys,
          // Their calls are spoken, and words in them are judged.
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism(),
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "spoken",
          include: ["tests/spoken/**/*.test.ts"],
          exclude: [SLOW],
          ...inChromium,
          ...afterTheRest,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "slow-spoken",
          include: ["tests/spoken/**/*.slow.test.ts", ...filesWithLongTests("tests/spoken")],
          ...inChromium,
          // One at a time: their words are judged, so sound must keep its pace.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "other-browsers",
          include: ["tests/other-browsers/**/*.test.ts"],
          ...inChromium,
          // One browser at a time.
          maxWorkers: 1,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "long",
          include: ["tests/long/**/*.test.ts"],
          environment: "node",
          pool: "forks",
          globalSetup: [buildProduct],
          // Each has servers of its own, and waits for them much of its time.
          maxWorkers: availableParallelism(),
          testTimeout: 45 * 60_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
