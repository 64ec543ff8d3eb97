import { type ConversationMessage, toHistory } from "@callwright/contract";
import {
  type Conversation,
  createConversation,
  createModelOrFailing,
  type ToolHappening,
  type ToolRunner,
} from "@callwright/engine/conversation";
import { storableText } from "../../db/storable-text.ts";
import type { Logger } from "../../logger.ts";
import type { ServerContext } from "../../server-context.ts";
import type { OrgKeys } from "../credential/provider-keys.ts";
import type { SessionRow } from "./store.ts";

/** What a conversation may have. */
interface ConverseOptions {
  /** Without it the conversation begins, with its prompt. */
  history?: readonly ConversationMessage[];
  /** Values that tools extracted before. */
  variables?: Record<string, unknown>;
  /** Needed where the model is to answer. */
  orgKeys?: OrgKeys;
  tools?: ToolRunner;
  onTool?: (happening: ToolHappening) => void;
}

/** A conversation as voice has it, told apart by `transport.conversationType`. */
export async function converse(
  { config, now }: Pick<ServerContext, "config" | "now">,
  log: Logger,
  { id, assistant, assistantOverrides, customer }: Pick<SessionRow, "id" | "assistant" | "assistantOverrides" | "customer">,
  { history, variables, orgKeys, tools, onTool }: ConverseOptions = {},
): Promise<Conversation> {
  const { providerKeys: keys, providerUrls: urls, localModelUrls, allowPrivateAddresses, fakeProviders: fakes } = config;
  const conversation = { metadata: assistant.metadata, customer: customer ?? undefined };
  return createConversation({
    assistant,
    variableValues: {
      transport: { conversationType: "chat" },
      ...(customer && { customer }),
      ...assistantOverrides?.variableValues,
      ...variables,
    },
    model: await createModelOrFailing(assistant.model, {
      ...{ keys, orgKeys, urls, localModelUrls, allowPrivateAddresses, fakes, now },
      conversation,
    }),
    now,
    ...(tools && { tools }),
    ...(onTool && { onTool }),
    ...(history && { history: toHistory(history) }),
    onTemplateProblem: ({ where }) => log.warn({ sessionId: id, where }, "a template of a chat could not be rendered"),
  });
}

/** The prompt of a conversation that has just begun. */
export function storablePrompt({ messages }: Conversation): ConversationMessage[] {
  return messages.map(({ role, content }) => ({ role, content: storableText(content) }));
}
