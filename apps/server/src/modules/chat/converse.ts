import { type AgentStarted, type ConversationMessage, toHistory, type Usage } from "@callwright/contract";
import {
  type Conversation,
  createConversation,
  createModelOrFailing,
  type LanguageModel,
  lazyModel,
  type ModelUsage,
  NO_TOOLS,
  type ToolHappening,
  type ToolRunner,
} from "@callwright/engine/conversation";
import type { Logger } from "../../platform/config/logger.ts";
import { storableText } from "../../platform/db/storable-text.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { OrgKeys } from "../credential/provider-keys.ts";
import type { OpenTeam } from "../tool/run/agents/open-team.ts";
import { type SessionRow, teamOf } from "./store.ts";

/** What a conversation may have. */
interface ConverseOptions {
  /** Absent: the conversation begins, with its prompt. */
  history?: readonly ConversationMessage[];
  /** Values that tools extracted before. */
  variables?: Record<string, unknown>;
  /** Needed where the model is to answer. */
  orgKeys?: OrgKeys;
  tools?: ToolRunner;
  /** The agents of the session's squad or workflow. */
  team?: OpenTeam | undefined;
  onTool?: (happening: ToolHappening) => void;
  onAgent?: (started: AgentStarted) => void;
  /** Tokens and first-token time of each request to the model, where the provider tells them. */
  onUsage?: (usage: ModelUsage) => void;
  /** Usage of each request, for the cost of the chat. */
  onCountedUsage?: (usage: Usage) => void;
}

/** The conversation of a chat, with the same values as a call; `transport.conversationType` distinguishes the two. */
export async function converse(
  { config, now }: Pick<ServerContext, "config" | "now">,
  log: Logger,
  session: Pick<SessionRow, "id" | "assistant" | "assistantOverrides" | "customer" | "team">,
  { history, variables, orgKeys, tools, team, onTool, onAgent, onCountedUsage, onUsage = () => undefined }: ConverseOptions = {},
): Promise<Conversation> {
  const { id, assistant, assistantOverrides, customer } = session;
  const { providerKeys: keys, providerUrls: urls, localModelUrls, allowPrivateAddresses, fakeProviders: fakes } = config;
  const conversation = { metadata: assistant.metadata, customer: customer ?? undefined };
  let providers = {
    keys,
    orgKeys,
    urls,
    localModelUrls,
    allowPrivateAddresses,
    fakes,
    now,
    conversation,
    onUsage: onCountedUsage,
  };
  const models = new Map<string, LanguageModel>();
  const createModel = async (settings: typeof assistant.model) =>
    observedModel(await createModelOrFailing(settings, providers), onUsage);
  return createConversation({
    // A new session has no tools yet, and needs only the prompt of its first agent.
    assistant: teamOf(session)?.agents[0]?.assistant ?? assistant,
    variableValues: {
      transport: { conversationType: "chat" },
      ...(customer && { customer }),
      ...assistantOverrides?.variableValues,
      ...variables,
    },
    model: await createModel(assistant.model),
    now,
    ...(tools && { tools }),
    ...(team && {
      team: {
        spec: team.spec,
        modelOf: (agent) => {
          const { model } = agent.assistant;
          const known = models.get(agent.name) ?? lazyModel(model?.provider, () => createModel(model));
          models.set(agent.name, known);
          return known;
        },
        toolsOf: ({ name }) => team.runners.get(name) ?? NO_TOOLS,
        ...(onAgent && { onStarted: onAgent }),
        onJoined(joined) {
          providers = { ...providers, orgKeys: { ...providers.orgKeys, ...joined.keys } };
        },
      },
    }),
    ...(onTool && { onTool }),
    ...(history && { history: toHistory(history) }),
    onTemplateProblem: ({ where }) => log.warn({ sessionId: id, where }, "a template of a chat could not be rendered"),
  });
}

/** The prompt of a conversation that has just begun. */
export function storablePrompt({ messages }: Conversation): ConversationMessage[] {
  return messages.map(({ role, content }) => ({ role, content: storableText(content) }));
}

/** The same model, which also reports what each of its requests used. */
function observedModel(model: LanguageModel, onUsage: (usage: ModelUsage) => void): LanguageModel {
  return {
    provider: model.provider,
    async *stream(request) {
      for await (const part of model.stream(request)) {
        if (part.type === "usage") onUsage(part);
        yield part;
      }
    },
  };
}
