import type { ProviderContext } from "./provider.ts";
import { orgKeyField } from "./provider-key.ts";

const DEFAULT_REGION = "eastus";
/** Regions that the platform calls otherwise than Azure. https://learn.microsoft.com/azure/ai-services/speech-service/regions. */
const REGIONS: Readonly<Record<string, string>> = {
  france: "francecentral",
  india: "centralindia",
  norway: "norwayeast",
  switzerland: "switzerlandnorth",
  uk: "uksouth",
};

/** Azure Speech in the region of the provider's credential: `tts` has voices, `stt` transcribes. Default region: eastus. */
export function azureSpeechUrl(service: "tts" | "stt", provider: string, context: ProviderContext): string {
  const region = orgKeyField(context, provider, "region") ?? DEFAULT_REGION;
  return `https://${REGIONS[region] ?? region}.${service}.speech.microsoft.com`;
}
