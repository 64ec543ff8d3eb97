import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Packages of this repository are used from source, so that no build is needed. */
const conditions = ["callwright-source"];

/** How vitest runs the tests of an area. `url`: of a file in the folder of the area. */
export const areaConfig = (url: string, test: NonNullable<ViteUserConfig["test"]>) =>
  defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      root: fileURLToPath(new URL(".", url)),
      include: ["*.test.ts"],
      environment: "node",
      pool: "forks",
      ...test,
    },
  });
