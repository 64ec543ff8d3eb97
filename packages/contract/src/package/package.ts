import { z } from "zod";
import { describeRoutes } from "../wire/noun.ts";
import { packageNoun } from "./package-noun.ts";

/** A package that this server offers. It was built with the server, so that both fit. Its addresses never change their content. */
export const OfferedPackage = z.object({
  name: z.string().meta({ description: "The name that code imports it by.", examples: ["@callwright/call"] }),
  version: z.string().meta({ description: "The next release, with a hash of the content." }),
  description: z.string(),
  address: z.url().meta({ description: "The file that a package manager installs: `npm install <address>`." }),
  integrity: z.string().meta({ description: "The SHA-512 of that file, as a lockfile has it." }),
  sizeBytes: z.number().int().meta({ description: "Bytes of that file." }),
  modules: z
    .record(z.string(), z.url())
    .meta({ description: "ES modules for pages without a bundler, by the name of an import map. Empty for a program." }),
});
export type OfferedPackage = z.infer<typeof OfferedPackage>;

export const packageRoutes = describeRoutes(packageNoun.addresses, {
  listPackages: {
    scope: "none",
    response: z.array(OfferedPackage),
    summary: "List the packages that this server offers to install",
  },
});
