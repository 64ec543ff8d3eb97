import { AZURE_REGIONS } from "@callwright/contract";
import { expect, it } from "vitest";
import { azure } from "./hosted-transcriber/services/azure.ts";
import { VOICE_SERVICES } from "./hosted-voice/services.ts";
import { ownUrl } from "./hosted-voice/voice-service.ts";
import { KEY_CHECKS } from "./key-check/key-checks.ts";
import type { ProviderContext } from "./provider.ts";
import { partProblem } from "./registry.ts";

/** Azure's own names of all regions that a credential can have, from the page that `azure-speech.ts` names. */
const AZURES_NAMES = new Set([
  ...["australiaeast", "canadacentral", "canadaeast", "centralindia", "centralus", "eastus", "eastus2", "francecentral"],
  ...["germanywestcentral", "japaneast", "japanwest", "northcentralus", "norwayeast", "polandcentral", "southcentralus"],
  ...["spaincentral", "swedencentral", "switzerlandnorth", "switzerlandwest", "uaenorth", "uksouth", "westeurope", "westus"],
  "westus3",
]);

it.each(AZURE_REGIONS)(
  "the credential's region %s leads voices, transcription and the key's check to one host of Azure",
  (region) => {
    const orgKeys = { azure: { apiKey: "k", region }, microsoft: { apiKey: "k", region } };
    const context: ProviderContext = { keys: {}, urls: {}, orgKeys };
    const voices = (["azure", "microsoft"] as const).map((provider) => {
      const check = KEY_CHECKS[provider]?.baseUrl;
      const service = VOICE_SERVICES.find((each) => each.provider === provider);
      return [
        service && ownUrl(service, { provider, voiceId: "x" }, context),
        typeof check === "function" ? check(context) : check,
      ];
    });
    const { baseUrl } = azure.open({ provider: "azure" }, context).service;
    const urls = [...voices.flat(), baseUrl];
    const [name = ""] = new URL(baseUrl).hostname.split(".");
    expect(AZURES_NAMES).toContain(name);
    const voiceUrl = `https://${name}.tts.speech.microsoft.com`;
    expect(urls).toEqual([voiceUrl, voiceUrl, voiceUrl, voiceUrl, `https://${name}.stt.speech.microsoft.com`]);
  },
);

it("says that Azure does not hear several languages", () => {
  expect(partProblem("transcriber", { provider: "azure", language: "multi" }, {})).toMatch(/transcriber\.language.*en-US/);
  expect(partProblem("transcriber", { provider: "azure", language: "de" }, {})).toBeUndefined();
});
