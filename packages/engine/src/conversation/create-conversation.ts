import { ASSISTANT_DEFAULTS, type FIRST_MESSAGE_MODES, type TextItem, toOpenAiMessages } from "@callwright/contract";
import { NO_TOOLS, type ToolRunner } from "./agent-tool.ts";
import { type Speaker, speakerWith } from "./agents/speaker.ts";
import { Team } from "./agents/team.ts";
import { Asides } from "./asides.ts";
import type { Conversation, ConversationOptions, TurnPart } from "./conversation.ts";
import { greeting } from "./greeting.ts";
import { History } from "./history.ts";
import { renderPrompt, toTextItem } from "./render-prompt.ts";
import { createTemplateRenderer } from "./template.ts";
import { ToolStep } from "./tool-step.ts";
import { answerTurn } from "./turn.ts";

/** A note for the model, after words that make it answer again. */
const NOT_HEARD: TextItem = {
  type: "system",
  text: "The caller spoke again before your answer was heard. Answer everything that the caller has said since then.",
};

/** A conversation with an assistant or a team. Renders the prompt once, here, and messages when they are spoken. */
export function createConversation(options: ConversationOptions): Conversation {
  const { assistant, model, now, tools = NO_TOOLS, onTool = () => undefined, onTemplateProblem: onProblem } = options;
  // Tools add values while the conversation runs.
  const variableValues = { ...options.variableValues };
  const render = createTemplateRenderer({ variableValues, now, onProblem });
  const team = options.team && new Team(options.team, render, variableValues);
  const speaker: Speaker = team ?? { assistant, model, tools, view: (items) => items };
  const history = new History(options.history ?? renderPrompt(speaker.assistant, render));
  if (options.history) team?.resume(options.history);
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
  const shared = { speaker, team, onTool, history, asides, render, now, variableValues, running: new WeakMap() };
  const newTurn = () => ({ ...shared, callsAfter: history.lastStep });
  const answer = (signal: AbortSignal) => answerTurn(newTurn(), signal);
  /** The caller's last turn, and whether a word of its answer was heard. */
  let last = { turn: newTurn(), isAnswered: true };
  /** The current agent with these tools, and no other agent to hand over to. */
  const speaksAlone = (own: ToolRunner) => ({ speaker: speakerWith(speaker, own), team: undefined });

  async function* greet(): AsyncGenerator<TurnPart> {
    const part = greeting(render(speaker.assistant.firstMessage ?? "", "firstMessage"));
    if (!part) return;
    history.beginReply().add(part.text);
    yield part;
  }

  return {
    systemPrompt,
    get speaker() {
      return { assistant: speaker.assistant, ...(team && { name: team.current.name }) };
    },
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
      team?.begin();
      const first = speaker.assistant;
      const mode: (typeof FIRST_MESSAGE_MODES)[number] = first.firstMessageMode ?? ASSISTANT_DEFAULTS.firstMessageMode;
      if (turnSignal.aborted) return;
      if (team?.kind === "node") return yield* answerTurn(newTurn(), turnSignal, { enters: true });
      if (mode === "assistant-waits-for-user") return;
      if (mode === "assistant-speaks-first-with-model-generated-message") return yield* answer(turnSignal);
      yield* greet();
    },
    greet,
    async *reply(userText, signal) {
      const turnSignal = beginTurn(signal);
      // The caller's words before an answer was heard belong to the same turn.
      const isOlder = !last.isAnswered;
      last = { turn: isOlder ? last.turn : newTurn(), isAnswered: false };
      const notes = isOlder && history.lastStep > last.turn.callsAfter ? [NOT_HEARD] : [];
      history.add({ type: "user", text: userText.trim() });
      // The first node begins even when the caller speaks first, as in a chat.
      const enters = team?.begin() === true && team.kind === "node";
      if (team?.answerCaller(history)) yield { type: "handoff", agent: team.current.name };
      if (!turnSignal.aborted) yield* answerTurn({ ...last.turn, notes }, turnSignal, { enters });
      if (!turnSignal.aborted) last.isAnswered = true;
    },
    async *word(notes, signal) {
      const turnSignal = beginTurn(signal);
      if (turnSignal.aborted) return;
      const items = notes.map(({ role, content }) => toTextItem(role, render(content ?? "", "hook")));
      yield* answerTurn({ ...newTurn(), ...speaksAlone(NO_TOOLS), notes: items }, turnSignal);
    },
    async consult(notes, signal) {
      const items = notes.map(({ role, content }) => toTextItem(role, render(content ?? "", "hook")));
      const { temperature, maxTokens } = { ...ASSISTANT_DEFAULTS.model, ...speaker.assistant.model };
      const request = { history: [...speaker.view(history.items), ...items], tools: [], temperature, maxTokens, signal };
      let answer = "";
      for await (const part of speaker.model.stream(request)) if (part.type === "text") answer += part.text;
      return answer.trim();
    },
    async *act(call, own, signal) {
      const step = new ToolStep({ ...newTurn(), ...speaksAlone(own), asides: new Asides() }, [{ call }], signal);
      for await (const part of step.run()) if (part.type !== "aside") yield part;
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
    add: ({ role, content }) => history.add(toTextItem(role, content ?? "")),
    settle(heardText, how) {
      const isHeard = history.settle(heardText, how);
      last.isAnswered = isHeard || !how.interrupted;
    },
  };
}
