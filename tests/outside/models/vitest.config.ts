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
    environment: "node",
    pool: "forks",
    // A model on a busy machine: a conversation of five turns takes minutes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
