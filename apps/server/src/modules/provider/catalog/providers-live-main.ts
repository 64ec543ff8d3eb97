/** `npm run providers:live`: uses every provider that has a key in the environment, as a call does. It costs a few cents. */
import { setTimeout } from "node:timers/promises";
import { MODEL_PROVIDERS } from "@callwright/contract";
import { providerVariable } from "@callwright/engine/conversation";
import { readCatalogFile } from "../../../platform/capabilities/known-names.ts";
import { parseConfig } from "../../../platform/config/config.ts";
import { checkProviders, describeLive, hasFailed, LIVE_HEADINGS } from "./providers-live.ts";

const config = parseConfig(process.env);
const catalog = await readCatalogFile(config.catalogFile);
const models = Object.fromEntries(
  MODEL_PROVIDERS.flatMap((provider) => {
    const name = process.env[providerVariable(provider, "MODEL")];
    return name ? [[provider, name]] : [];
  }),
);
const clock = { now: Date.now, nowMs: () => performance.now(), wait: (ms: number) => setTimeout(ms) };
process.stdout.write(`${LIVE_HEADINGS}\n`);
for await (const row of checkProviders(catalog, config, models, clock)) {
  process.stdout.write(`${describeLive(row)}\n`);
  if (hasFailed(row)) process.exitCode = 1;
}
// Open connections of a service must not keep the program running.
process.exit();
