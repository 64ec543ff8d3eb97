import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Workspace packages resolve to their sources, so that tests need no build. No more than that: it is also passed to Node, whose `require` would then take the wrong file of some packages. */
const conditions = ["callwright-source"];
const resolve = { conditions };
const ssr = { resolve: { conditions, externalConditions: conditions } };

/** One PostgreSQL for the whole run; every test server gets its own database in it. */
const cluster = "apps/server/src/testing/postgres-cluster.ts";

/** Of the tests with sound the one in whose page time passes only when the test says so: however slow the machine, it is the same. */
const waitsForItsPage = "tests/browser/call-contract.test.ts";

/** Of the engine: calls on real call hosts, with real speech. */
const speaks = "packages/engine/src/**/*.test.ts";

const buildProduct = "tests/harness/build-product.ts";

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: "unit",
          include: ["{packages,apps}/*/src/**/*.test.{ts,tsx}", "tests/{api,auth,harness,docs,rules}/**/*.test.ts"],
          exclude: [speaks],
          environment: "node",
          pool: "forks",
          // More than the machine has cores: they wait for their database and for each other's answers.
          maxWorkers: availableParallelism() + 2,
          // What a file imports is loaded once a worker: the server, the contract and their libraries take a second each time.
          isolate: false,
          globalSetup: [cluster],
          // Long enough for a machine that is busy with something else; nothing waits this long when all is well.
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "voice",
          include: [speaks],
          environment: "node",
          pool: "forks",
          // No more than the machine has cores, so that sound keeps its pace on a slow one too.
          maxWorkers: availableParallelism(),
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "screens",
          include: ["tests/screens/**/*.test.ts", waitsForItsPage],
          environment: "node",
          pool: "forks",
          globalSetup: [buildProduct, cluster],
          // Each file starts a server and a browser of its own. No words are heard in these, so some may share the machine.
          maxWorkers: availableParallelism() + 1,
          testTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 180_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          exclude: [waitsForItsPage],
          environment: "node",
          pool: "forks",
          globalSetup: [buildProduct, cluster],
          // One at a time, so that sound keeps its pace on two cores.
          fileParallelism: false,
          testTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 180_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: "long",
          // Of these browser tests also what takes too long for every change.
          include: [
            "tests/long/**/*.test.ts",
            "tests/browser/{reconnect,video-recording}.test.ts",
            "tests/screens/{accessibility,organisation}.test.ts",
          ],
          env: { RELEASE_TESTS: "true" },
          environment: "node",
          pool: "forks",
          globalSetup: [buildProduct],
          fileParallelism: false,
          testTimeout: 45 * 60_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
