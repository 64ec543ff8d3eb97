import { createBedrockAnthropic } from "@ai-sdk/amazon-bedrock/anthropic";
import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { ProviderError } from "../../model/provider-error.ts";
import { createAiSdkModel } from "../ai-sdk-model.ts";
import { anthropicRequest } from "../anthropic/thinking.ts";
import type { ProviderContext } from "../provider.ts";
import { keyAdvice } from "../provider-key.ts";

const PROVIDER = "anthropic-bedrock";
const DEFAULT_REGION = "us-east-1";
const AMAZON_ENDPOINT = /^https:\/\/bedrock-runtime\.([\w-]+)\.amazonaws\.com\/?$/;

type Access = { apiKey: string } | { accessKeyId: string; secretAccessKey: string };

/**
 * A model of Anthropic on Amazon Bedrock: `InvokeModelWithResponseStream` with the body and the events of Anthropic's Messages API. The
 * organization's credential has the keys of an AWS user; the server's key is an API key of Bedrock.
 */
export function createBedrockModel(settings: Model, context: ProviderContext): LanguageModel {
  const { access, region } = accessOf(context);
  const given = context.urls[PROVIDER];
  // An endpoint of Amazon is of one region; another address is a proxy.
  const baseUrl = given && !AMAZON_ENDPOINT.test(given) ? given : `https://bedrock-runtime.${region}.amazonaws.com`;
  const isKey = "apiKey" in access;
  const bedrock = createBedrockAnthropic({
    region,
    baseURL: baseUrl,
    // An empty key keeps the SDK from taking AWS's variables of the environment.
    apiKey: isKey ? access.apiKey : "",
    ...(!isKey && { credentialProvider: async () => access }),
  });
  return createAiSdkModel(settings, {
    provider: PROVIDER,
    model: bedrock(bedrockModelId(settings.model, region)),
    baseUrl,
    secrets: isKey ? [access.apiKey] : [access.secretAccessKey, access.accessKeyId],
    ...anthropicRequest(settings),
  });
}

function accessOf({ orgKeys, keys, urls }: ProviderContext): { access: Access; region: string } {
  const credential = orgKeys?.[PROVIDER];
  if (credential) {
    const plan = (credential.authenticationPlan ?? {}) as Record<string, unknown>;
    const { awsAccessKeyId: accessKeyId, awsSecretAccessKey: secretAccessKey } = plan;
    if (typeof accessKeyId !== "string" || typeof secretAccessKey !== "string")
      throw failure("This server cannot assume roles of AWS. Use a credential of anthropic-bedrock with access keys (aws-iam).");
    return { access: { accessKeyId, secretAccessKey }, region: String(credential.region) };
  }
  const apiKey = keys[PROVIDER];
  if (!apiKey) throw failure(`${PROVIDER} needs a key. ${keyAdvice(PROVIDER)}`);
  const region = urls[PROVIDER]?.match(AMAZON_ENDPOINT)?.[1] ?? DEFAULT_REGION;
  return { access: { apiKey }, region };
}

const failure = (message: string) => new ProviderError(message, { provider: PROVIDER, part: "model", retryable: false });

/** Ids that cannot be derived from Anthropic's own. https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html. */
const IDS: Readonly<Record<string, string>> = {
  "claude-3-5-sonnet-20241022": "anthropic.claude-3-5-sonnet-20241022-v2:0",
  "claude-opus-4-6": "anthropic.claude-opus-4-6-v1",
};
/** Models that Bedrock also serves within Japan and within Australia. Older models of these regions are served from Asia and the Pacific. */
const WITHIN_COUNTRY = /^claude-(?:sonnet|haiku|opus)-4-[5-9]/;
const COUNTRIES: Readonly<Record<string, string>> = { "ap-northeast-1": "jp", "ap-southeast-2": "au" };

/**
 * The model id of Bedrock for a model of Anthropic: newer models are called by the inference profile of their region's part of the world. An
 * id or ARN of Bedrock itself stays as it is.
 */
export function bedrockModelId(model: string, region: string): string {
  if (model.includes("anthropic.") || model.startsWith("arn:")) return model;
  const id = IDS[model] ?? `anthropic.${model}${/-\d{8}$/.test(model) ? "-v1:0" : ""}`;
  const [continent = ""] = region.split("-");
  const country = WITHIN_COUNTRY.test(model) ? COUNTRIES[region] : undefined;
  return `${country ?? (continent === "ap" ? "apac" : continent)}.${id}`;
}
