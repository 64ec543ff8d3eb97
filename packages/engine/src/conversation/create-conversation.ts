import {
  ASSISTANT_DEFAULTS,
  type CreateAssistant,
  type FIRST_MESSAGE_MODES,
  type HistoryItem,
  type PromptMessage,
  type TextItem,
  toOpenAiMessages,
} from "@callwright/contract";
import { NO_TOOLS } from "./agent-tool.ts";
import { Asides } from "./asides.ts";
import type { Conversation, ConversationOptions } from "./conversation.ts";
import { History } from "./history.ts";
import { createTemplateRenderer, type RenderTemplate } from "./template.ts";
import { ToolStep } from "./tool-step.ts";
import { answerTurn } from "./turn.ts";

/** A conversation with an assistant. Renders the prompt once, here, and messages when they are spoken. */
export function createConversation(options: ConversationOptions): Conversation {
  const { assistant, model, now, tools = NO_TOOLS, onTool = () => undefined, onTemplateProblem: onProblem } = options;
  // Tools add values while the conversation runs.
  const variableValues = { ...options.variableValues };
  const render = createTemplateRenderer({ variableValues, now, onProblem });
  const history = new History(options.history ?? renderPrompt(assistant, render));
  const [first] = history.items;
  const systemPrompt = first?.type === "system" ? first.text : "";
  let turn = new AbortController();

  /** Signal of a new turn: aborts with the given signal, or when the next turn begins. */
  function beginTurn(signal: AbortSignal): AbortSignal {
    turn.abort();
    turn = new AbortController();
    return AbortSignal.any([signal, turn.signal]);
  }

  const asides = new Asides();
  const context = { assistant, model, tools, onTool, history, asides, render, now, variableValues };
  const answer = (signal: AbortSignal) => answerTurn(context, signal);

  return {
    systemPrompt,
    get history() {
      return history.items;
    },
    get messages() {
      return toOpenAiMessages(history.items);
    },
    get variableValues() {
      return { ...variableValues };
    },
    async *open(signal) {
      const turnSignal = beginTurn(signal);
      const mode: (typeof FIRST_MESSAGE_MODES)[number] = assistant.firstMessageMode ?? ASSISTANT_DEFAULTS.firstMessageMode;
      if (turnSignal.aborted || mode === "assistant-waits-for-user") return;
      if (mode === "assistant-speaks-first-with-model-generated-message") return yield* answer(turnSignal);
      const text = render(assistant.firstMessage ?? "", "firstMessage");
      if (text.trim() === "") return;
      history.beginReply().add(text);
      yield { type: "text", text };
    },
    async *reply(userText, signal) {
      const turnSignal = beginTurn(signal);
      history.add({ type: "user", text: userText.trim() });
      if (!turnSignal.aborted) yield* answer(turnSignal);
    },
    async *word(notes, signal) {
      const turnSignal = beginTurn(signal);
      if (turnSignal.aborted) return;
      const items = notes.map(({ role, content }) => toItem(role, render(content ?? "", "hook")));
      yield* answerTurn({ ...context, tools: NO_TOOLS, notes: items }, turnSignal);
    },
    async *act(call, own, signal) {
      const step = new ToolStep({ ...context, tools: own }, [{ call, isBroken: false }], signal);
      yield* step.run();
      if (step.endedReason !== undefined) yield { type: "end", endedReason: step.endedReason };
    },
    interject(text) {
      const rendered = render(text, "hook").trim();
      return rendered !== "" && asides.say(rendered);
    },
    say(text, { asWritten } = { asWritten: false }) {
      const rendered = asWritten ? text : render(text, "say");
      if (rendered.trim() !== "") history.beginReply().add(rendered);
      return rendered;
    },
    add: ({ role, content }) => history.add(toItem(role, content ?? "")),
    settle: (heardText, interrupted) => history.settle(heardText, interrupted),
  };
}

/** The system messages as one, then the examples. */
function renderPrompt(assistant: CreateAssistant, render: RenderTemplate): HistoryItem[] {
  const prompt = (assistant.model?.messages ?? []).flatMap(({ role, content }) => {
    const text = content ? render(content, "prompt") : "";
    return text === "" ? [] : [toItem(role, text)];
  });
  const system = prompt.flatMap((item) => (item.type === "system" ? [item.text] : []));
  const examples = prompt.filter(({ type }) => type !== "system");
  return system.length > 0 ? [{ type: "system", text: system.join("\n\n") }, ...examples] : examples;
}

/** Answers of tools that were not called here are notes for the model. */
function toItem(role: PromptMessage["role"], text: string): TextItem {
  return { type: role === "function" || role === "tool" ? "system" : role, text };
}
