import {
  type ConversationMessage,
  type CreateAssistant,
  DEFAULT_FAILURE_MESSAGE,
  ENDED_REASONS,
  type FIRST_MESSAGE_MODES,
  type PromptMessage,
} from "@callwright/contract";
import { ProviderError } from "../providers/provider-error.ts";
import type { Conversation, ConversationOptions, TurnPart } from "./conversation.ts";
import { saysEndCallPhrase } from "./end-call-phrase.ts";
import { createTemplateRenderer, type RenderTemplate } from "./template.ts";
import { untilAborted } from "./until-aborted.ts";

/** The platform's defaults for a model that names none. */
const DEFAULT_TEMPERATURE = 0.5;
const DEFAULT_MAX_TOKENS = 250;

/** A reply in the history. Once settled it holds what was heard, and later deltas no longer change it. */
interface Reply {
  message: ConversationMessage;
  settled: boolean;
}

/** A conversation with an assistant. Its prompt is rendered here, once; its messages when they are said. */
export function createConversation(options: ConversationOptions): Conversation {
  const { assistant, model } = options;
  const render = createTemplateRenderer({
    variableValues: options.variableValues,
    now: options.now,
    onProblem: options.onTemplateProblem,
  });
  const history = options.history ? copy(options.history) : renderPrompt(assistant, render);
  const systemPrompt = history[0]?.role === "system" ? history[0].content : "";
  let lastReply: Reply | undefined;
  let turn = new AbortController();

  function remember(message: PromptMessage): void {
    if (message.content) history.push(toConversationMessage(message, message.content));
  }

  /** The signal of a turn that begins: the caller's, or the next turn's arrival. */
  function beginTurn(signal: AbortSignal): AbortSignal {
    turn.abort();
    turn = new AbortController();
    return AbortSignal.any([signal, turn.signal]);
  }

  /** Puts words into the history as a reply; the answer takes more of them. */
  function beginReply(): (text: string) => void {
    const reply: Reply = { message: { role: "assistant", content: "" }, settled: false };
    return (text) => {
      if (reply.settled) return;
      if (reply.message.content === "") {
        history.push(reply.message);
        lastReply = reply;
      }
      reply.message.content += text;
    };
  }

  async function* answer(signal: AbortSignal): AsyncGenerator<TurnPart> {
    const request = {
      messages: copy(history),
      temperature: assistant.model?.temperature ?? DEFAULT_TEMPERATURE,
      maxTokens: assistant.model?.maxTokens ?? DEFAULT_MAX_TOKENS,
      signal,
    };
    const addToReply = beginReply();
    let said = "";
    const speak = (text: string): TurnPart => {
      said += text;
      addToReply(text);
      return { type: "text", text };
    };
    const afterWhatWasSaid = (text: string) => (said === "" || /\s$/.test(said) ? text : ` ${text}`);

    let failure: string | undefined;
    try {
      for await (const delta of untilAborted(model.stream(request), signal)) if (delta !== "") yield speak(delta);
      if (said.trim() === "") failure = "The model answered without a word.";
    } catch (error) {
      failure = error instanceof ProviderError ? error.message : "The model failed unexpectedly.";
    }
    if (signal.aborted) return;
    if (failure !== undefined) {
      yield speak(afterWhatWasSaid(render(assistant.failureMessage || DEFAULT_FAILURE_MESSAGE, "failureMessage")));
      yield { type: "failure", provider: model.provider, message: failure };
      return;
    }
    if (!saysEndCallPhrase(said, assistant.endCallPhrases ?? [])) return;
    const farewell = render(assistant.endCallMessage ?? "", "endCallMessage").trim();
    if (farewell !== "" && !said.includes(farewell)) yield speak(afterWhatWasSaid(farewell));
    yield { type: "end", endedReason: ENDED_REASONS.assistantSaidEndCallPhrase };
  }

  return {
    systemPrompt,
    get messages() {
      return copy(history);
    },
    async *open(signal) {
      const turnSignal = beginTurn(signal);
      const mode: (typeof FIRST_MESSAGE_MODES)[number] = assistant.firstMessageMode ?? "assistant-speaks-first";
      if (turnSignal.aborted || mode === "assistant-waits-for-user") return;
      if (mode === "assistant-speaks-first-with-model-generated-message") return yield* answer(turnSignal);
      const text = render(assistant.firstMessage ?? "", "firstMessage");
      if (text.trim() === "") return;
      beginReply()(text);
      yield { type: "text", text };
    },
    async *reply(userText, signal) {
      const turnSignal = beginTurn(signal);
      remember({ role: "user", content: userText.trim() });
      if (!turnSignal.aborted) yield* answer(turnSignal);
    },
    say(text, { asWritten } = { asWritten: false }) {
      const rendered = asWritten ? text : render(text, "say");
      if (rendered.trim() !== "") beginReply()(rendered);
      return rendered;
    },
    add: (message) => remember(message),
    settle(heardText, interrupted) {
      const reply = lastReply;
      if (!reply) return;
      reply.settled = true;
      const heard = heardText.trim();
      if (heard !== "") reply.message.content = heard;
      else if (interrupted) history.splice(history.indexOf(reply.message), 1);
      lastReply = undefined;
    },
  };
}

/** The system messages as one, then the examples. */
function renderPrompt(assistant: CreateAssistant, render: RenderTemplate): ConversationMessage[] {
  const prompt = (assistant.model?.messages ?? []).flatMap((message) =>
    message.content ? [toConversationMessage(message, render(message.content, "prompt"))] : [],
  );
  const system = prompt.filter(({ role, content }) => role === "system" && content !== "").map(({ content }) => content);
  const examples = prompt.filter(({ role }) => role !== "system");
  return system.length > 0 ? [{ role: "system", content: system.join("\n\n") }, ...examples] : examples;
}

function toConversationMessage({ role }: PromptMessage, content: string): ConversationMessage {
  return { role: role === "function" ? "tool" : role, content };
}

function copy(messages: readonly ConversationMessage[]): ConversationMessage[] {
  return messages.map((message) => ({ ...message }));
}
