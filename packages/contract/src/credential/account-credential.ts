import { z } from "zod";
import { Secret } from "../wire/secret.ts";
import { AwsAuthenticationPlan, OAuth2Plan } from "./authentication-plan.ts";
import { AZURE_REGIONS, BEDROCK_REGIONS } from "./cloud-region.ts";
import { ApiUrl, credential, PlainKey } from "./credential-name.ts";

const apiKey = Secret.meta({ title: "API key" });

/** Model and voice providers that need more than a key. */
export const accountCredentials = [
  credential("custom-llm", {
    apiKey,
    /** The key is only sent to this server, regardless of the assistant's URL. Callwright only. */
    apiUrl: ApiUrl.optional().meta({
      title: "Server",
      description: "The key is only sent to this server. Without it, the key is not used.",
    }),
    /** Fetches a token for each request instead of sending the key. */
    authenticationPlan: OAuth2Plan.optional(),
  }),
  credential("azure-openai", {
    region: z.enum(AZURE_REGIONS),
    /** Deployed models. */
    models: z.array(z.string().min(1).max(100)).min(1).max(200),
    openAIKey: Secret.meta({ title: "OpenAI key" }),
    ocpApimSubscriptionKey: Secret.optional().meta({ title: "API management subscription key" }),
    openAIEndpoint: ApiUrl.meta({ title: "OpenAI endpoint" }),
  }),
  credential("anthropic-bedrock", {
    region: z.enum(BEDROCK_REGIONS),
    authenticationPlan: AwsAuthenticationPlan,
  }),
  credential("microsoft", {
    apiKey,
    region: z.string().min(1).max(64).optional().meta({ default: "eastus" }),
  }),
  credential("playht", { apiKey, userId: PlainKey.meta({ title: "User id" }) }),
  credential("minimax", { apiKey, groupId: PlainKey.meta({ title: "Group id" }) }),
  credential("langfuse", {
    publicKey: PlainKey,
    apiKey: Secret.meta({ title: "Secret key" }),
    apiUrl: ApiUrl.meta({ description: "Of your region or your own server, like https://cloud.langfuse.com." }),
  }),
  credential("make", {
    teamId: PlainKey.meta({ title: "Team id" }),
    region: z.string().min(1).max(100).meta({ description: "As in the URL: eu1, us1, …" }),
    apiKey,
  }),
] as const;
