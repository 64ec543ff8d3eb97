import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { hasSameOrigin } from "../../net/same-origin.ts";
import { createAiSdkModel } from "../ai-sdk-model.ts";
import { boundedFetch } from "../bounded-fetch.ts";
import { compatibleModel } from "../openai-compatible/compatible-model.ts";
import { habitsOf } from "../openai-compatible/server-habits.ts";
import { openModels } from "../openai-compatible/table.ts";
import type { ProviderContext } from "../provider.ts";
import { orgKeyField } from "../provider-key.ts";
import { outsideProviderFetch } from "../provider-place.ts";
import { conversationFields, withOptionalFields } from "./conversation-fields.ts";

const PROVIDER = "custom-llm";

/**
 * A model of any OpenAI-compatible server: `settings.url` is its base URL, `settings.headers` are sent with every request. The organization's key of
 * `custom-llm` is sent only if its credential names this server. The operator's key is sent only to the origin of the operator's own URL of
 * `custom-llm`: an assistant may name any URL, but no address of this server's network unless that is permitted.
 */
export function createCustomLlmModel(settings: Model, context: ProviderContext): LanguageModel {
  const url = settings.url ?? context.urls[PROVIDER];
  if (!url) throw new Error("The part's problem says that there is no URL.");
  const baseUrl = url.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
  const isOperators = hasSameOrigin(baseUrl, context.urls[PROVIDER]);
  const serverKey = isOperators ? context.keys[PROVIDER] : undefined;
  const apiKey = orgKeyField(context, PROVIDER, "apiKey") ?? serverKey;
  const headers = settings.headers ?? {};
  const fields = conversationFields(settings, context.conversation);
  const isAsked = settings.metadataSendMode !== undefined;
  const least = openModels(settings.model);
  const isOffered = context.localModelUrls?.some((offered) => hasSameOrigin(baseUrl, offered)) ?? false;
  const send = boundedFetch(isOperators || isOffered || context.allowPrivateAddresses ? fetch : outsideFetch);
  const model = compatibleModel(settings.model, {
    name: PROVIDER,
    baseURL: baseUrl,
    headers,
    fetch: withOptionalFields(isAsked ? least.fields : { ...least.fields, ...fields }, send),
    ...(isAsked && { transformRequestBody: (body) => ({ ...body, ...fields }) }),
    ...(apiKey ? { apiKey } : {}),
  });
  return createAiSdkModel(settings, {
    provider: PROVIDER,
    model,
    baseUrl,
    answersBySchema: true,
    habits: habitsOf(settings.url ?? "", settings.model),
    ...(context.wait && { wait: context.wait }),
    mayOpenThoughts: true,
    thinking: () => ({ extraTokens: least.tokens }),
    secrets: [apiKey ?? "", ...Object.values(headers)],
    keyAdvice:
      "Check the credential of custom-llm and the server it names, the key in the server's environment and the model's headers.",
  });
}

/** Requests to a URL in an assistant. */
const outsideFetch = outsideProviderFetch(
  PROVIDER,
  "model",
  "The server's operator can allow it: LOCAL_MODEL_URLS for this one, or ALLOW_PRIVATE_ADDRESSES=true.",
);
