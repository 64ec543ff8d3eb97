import type { Provider } from "../provider.ts";
import { COMPATIBLE_PROVIDERS, type CompatibleProvider, type CompatibleProviderId } from "./table.ts";

/** The hosted providers with an OpenAI-compatible chat API. */
export const compatibleProviders: readonly Provider[] = (Object.keys(COMPATIBLE_PROVIDERS) as CompatibleProviderId[]).map(
  (id) => {
    const { callsTools = true }: CompatibleProvider = COMPATIBLE_PROVIDERS[id];
    return {
      id,
      model: {
        key: "required",
        callsTools,
        settings: ["messages", "temperature", "maxTokens", "timeoutSeconds"],
        create: async (settings, context) => (await import("./model.ts")).createCompatibleModel(id, settings, context),
      },
    };
  },
);
