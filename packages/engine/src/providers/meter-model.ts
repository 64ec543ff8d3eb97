import type { Model, Usage } from "@callwright/contract";
import type { LanguageModel } from "../model/language-model.ts";
import { isNearby } from "../net/private-address.ts";
import { hasSameOrigin } from "../net/same-origin.ts";
import type { ProviderContext } from "./provider.ts";

/** Reports the usage of each request of a model. A request that was cut off after it began is reported as not counted. */
export function meterModel(model: LanguageModel, settings: Model, context: ProviderContext): LanguageModel {
  const { onUsage } = context;
  if (!onUsage) return model;
  const isLocal = runsHere(settings, context);
  const report = (name: string, amounts: Usage["amounts"]) =>
    onUsage({ part: "model", provider: settings.provider, model: name, ...(isLocal && { local: true }), amounts });
  return {
    provider: model.provider,
    async *stream(request) {
      let isReported = false;
      let hasBegun = false;
      try {
        for await (const part of model.stream(request)) {
          hasBegun ||= part.type === "text" || part.type === "tool-call";
          if (part.type === "usage") {
            const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = part;
            isReported = true;
            report(part.model, { inputTokens, cachedTokens, cacheWriteTokens, outputTokens });
          }
          yield part;
        }
      } finally {
        if (!isReported && isLocal) report(settings.model, {});
        else if (!isReported && (hasBegun || request.signal.aborted)) report(settings.model, { uncountedRequests: 1 });
      }
    },
  };
}

/** The built-in model, or one of a model server that the operator offers (`offeredServers` of the server). */
export function runsHere(
  { provider, url }: Model,
  { localModelUrls = [], urls }: Pick<ProviderContext, "localModelUrls" | "urls">,
): boolean {
  if (provider === "callwright") return true;
  if (url !== undefined) return localModelUrls.some((offered) => hasSameOrigin(url, offered));
  const own = provider === "custom-llm" ? urls[provider] : undefined;
  return own !== undefined && isNearby(own);
}
