import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Packages of this repository are taken from their sources, so that nothing is built. */
const conditions = ["callwright-source"];

/** How vitest runs the tests of an area. `root`: the folder of the area. */
export const areaConfig = (test: NonNullable<ViteUserConfig["test"]> & { root: string }) =>
  defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: { include: ["*.test.ts"], environment: "node", pool: "forks", ...test },
  });
