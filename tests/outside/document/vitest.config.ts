import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Packages of this repository are taken from their sources, so that nothing is built. */
const conditions = ["callwright-source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    include: ["*.test.ts"],
    globalSetup: ["harness/programs.ts"],
    environment: "node",
    pool: "forks",
    // The server is loaded once a worker.
    isolate: false,
    testTimeout: 120_000,
  },
});
