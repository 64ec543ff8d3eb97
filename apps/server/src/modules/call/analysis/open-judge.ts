import { ANALYSIS_TIMEOUT_SECONDS, type CreateAssistant, type Model, PlatformError } from "@callwright/contract";
import { createModelOrFailing, DEFAULT_MODEL, partProblem } from "@callwright/engine/conversation";
import { suggestModel } from "../../../platform/capabilities/known-names.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { requireOrgKeys } from "../../credential/provider-keys.ts";
import type { Judge } from "./judge.ts";

export type JudgeContext = Pick<ServerContext, "config" | "db" | "now" | "secrets">;

/** Answers of models that judge are longer than what assistants say. */
const ANSWER_MAX_TOKENS = 4_096;
/** A model on the organization's own server (`custom-llm`) may never stop, and would keep that server busy. */
const OWN_SERVER_MAX_TOKENS = 2_048;
const OWN_SERVER = "custom-llm";
/** The address of the operator's model, unless it is configured. */
const OPENAI = "https://api.openai.com";

interface JudgedCall {
  orgId: string;
  /** The assistant whose model judges if no other model is set. */
  assistant: Pick<CreateAssistant, "model" | "credentialIds">;
}

/**
 * The model that judges a call: `own`, else the one of this server's configuration, else that of the assistant. Undefined for the built-in
 * model, which is no language model; a text says why the model cannot be used.
 */
export async function openJudge(
  context: JudgeContext,
  call: JudgedCall,
  own: Model | undefined,
): Promise<Judge | string | undefined> {
  const { judge } = context.config;
  if (own) return openModel(context, call, own, own.maxTokens ?? answerTokens(own));
  if (judge) return openOperators(judge);
  const { model = DEFAULT_MODEL } = call.assistant;
  return openModel(context, call, model, answerTokens(model) + thinkingTokens(model));
}

const answerTokens = ({ provider }: Model) => (provider === OWN_SERVER ? OWN_SERVER_MAX_TOKENS : ANSWER_MAX_TOKENS);

/** Thoughts count as a part of an answer. */
function thinkingTokens({ thinking }: Model): number {
  const budget = typeof thinking === "object" && thinking && "budgetTokens" in thinking ? thinking.budgetTokens : 0;
  return typeof budget === "number" ? budget : 0;
}

async function openModel(
  { config, db, now, secrets }: JudgeContext,
  { orgId, assistant }: JudgedCall,
  settings: Model,
  maxTokens: number,
): Promise<Judge | string | undefined> {
  const { provider, model: name } = settings;
  if (provider === DEFAULT_MODEL.provider && name === DEFAULT_MODEL.model) return undefined;
  const { providerKeys: keys, providerUrls: urls, localModelUrls, allowPrivateAddresses, fakeProviders: fakes } = config;
  const problem = partProblem("model", settings, { fakes, urls, firstModelOf: suggestModel });
  if (problem !== undefined) return problem;
  try {
    const orgKeys = await requireOrgKeys({ config, db, secrets }, { orgId }, { ...assistant, model: settings }, ["model"]);
    const providers = { keys, orgKeys, urls, localModelUrls, allowPrivateAddresses, fakes, now };
    const isOwnServer = provider === OWN_SERVER;
    const waiting = isOwnServer ? { timeoutSeconds: ANALYSIS_TIMEOUT_SECONDS.ownServer, ...settings } : settings;
    const model = await createModelOrFailing(waiting, providers);
    return { model, provider, name, temperature: settings.temperature ?? 0, maxTokens, isOwnServer };
  } catch (error) {
    if (error instanceof PlatformError) return error.message;
    throw error;
  }
}

async function openOperators({ model: name, baseUrl, apiKey }: NonNullable<JudgeContext["config"]["judge"]>): Promise<Judge> {
  const provider = OWN_SERVER;
  const keys: Record<string, string> = apiKey === undefined ? {} : { [provider]: apiKey };
  const providers = { keys, urls: { [provider]: baseUrl } };
  const timeoutSeconds = ANALYSIS_TIMEOUT_SECONDS.ownServer;
  const model = await createModelOrFailing({ provider, model: name, url: baseUrl, timeoutSeconds }, providers);
  const isOwnServer = new URL(baseUrl).origin !== OPENAI;
  return {
    model,
    provider,
    name,
    temperature: 0,
    maxTokens: isOwnServer ? OWN_SERVER_MAX_TOKENS : ANSWER_MAX_TOKENS,
    isOwnServer,
  };
}
