import {
  type AgentStarted,
  type Hearing,
  readArguments,
  type ServerMessage,
  type ServerTelemetry,
  type ToolRun,
  type Turn,
  type Usage,
} from "@callwright/contract";

export type Speaker = "assistant" | "user";

/** One caption: continuous speech of one side. */
export interface Caption {
  /** Unique within the call, in order of beginning. */
  id: number;
  role: Speaker;
  /** Final words. */
  text: string;
  /** Interim words after `text`. */
  partial: string;
  /** The caption is complete. */
  isFinal: boolean;
  /** The caller interrupted the assistant after `text`. */
  isInterrupted: boolean;
  /** Typed by the caller. From `from: "typed"`. */
  isTyped?: true;
  /** Name of the squad's member or the workflow's node that speaks. Absent for an assistant alone, and on a visitor's page. */
  speaker?: string;
  /** The assistant's turn, if the room reports it. */
  turn: number | undefined;
  /** Milliseconds since the call began. */
  atMs: number;
}

/** A tool call of the assistant. */
export interface TranscriptTool extends ToolRun {
  /** The number of captions before it. */
  after: number;
}

/** A failed part of the call. `message` is for people. */
export type PartFailure = Pick<Extract<ServerTelemetry, { type: "failure" }>, "part" | "message">;

/** The transcript of a running call, with its turns. */
export interface Transcript {
  /** The assistant's name. Undefined until known. */
  assistantName: string | undefined;
  captions: readonly Caption[];
  /** In the order of the calls. Empty on a visitor's page. */
  tools: readonly TranscriptTool[];
  /** The agents of a squad or a workflow that had the conversation, in order. The last one has it now. Empty on a visitor's page. */
  agents: readonly AgentStarted[];
  /** Turns by index, with their milestones so far. */
  turns: Readonly<Record<number, Turn>>;
  /** Turn the assistant is speaking in. */
  speakingTurn: number | undefined;
  /** When each side last started to speak. A caption starts then, because its words arrive later. */
  speakingSinceMs: Readonly<Partial<Record<Speaker, number>>>;
  /** The usage of the call so far. Empty on a visitor's page, and in a room of another host. */
  usages: readonly Usage[];
  hearing: Hearing | undefined;
  isRecorded: boolean;
  /** Failed parts, in order. */
  failures: readonly PartFailure[];
  /** Typed text that the server has not echoed yet. It is already shown, so the echo is not shown again. */
  unrepeated: readonly string[];
  endedReason: string | undefined;
}

export const EMPTY_TRANSCRIPT: Transcript = {
  assistantName: undefined,
  captions: [],
  tools: [],
  agents: [],
  turns: {},
  speakingTurn: undefined,
  speakingSinceMs: {},
  usages: [],
  hearing: undefined,
  isRecorded: false,
  failures: [],
  unrepeated: [],
  endedReason: undefined,
};

/** An event of a call, with milliseconds since its start. */
export type TranscriptInput =
  | { from: "message"; message: ServerMessage; atMs: number }
  | { from: "telemetry"; message: ServerTelemetry; atMs: number }
  /** Text that the caller typed. Optional, because a Callwright server echoes it as a transcript. */
  | { from: "typed"; text: string; atMs: number };

/** The transcript after one more input. Pure. */
export function reduceTranscript(transcript: Transcript, input: TranscriptInput): Transcript {
  switch (input.from) {
    case "message":
      return reduceMessage(transcript, input.message, input.atMs);
    case "telemetry":
      return reduceTelemetry(transcript, input.message);
    case "typed":
      return type(transcript, input.text, input.atMs);
  }
}

/** The last words the caller heard of an interrupted caption: two, or fewer. */
export function lastWordsOf(caption: Caption): string {
  return caption.text.trim().split(/\s+/).slice(-2).join(" ");
}

function reduceMessage(transcript: Transcript, message: ServerMessage, atMs: number): Transcript {
  switch (message.type) {
    case "transcript":
      return message.typed
        ? repeat(transcript, message.transcript, atMs)
        : hear(transcript, message.role, message.transcript, message.transcriptType === "final", atMs);
    case "speech-update":
      return message.status === "started" ? speak(transcript, message.role, message.turn, atMs) : transcript;
    case "user-interrupted":
      return interrupt(transcript);
    case "assistant.started": {
      const { name } = message.newAssistant;
      return { ...transcript, assistantName: typeof name === "string" && name !== "" ? name : undefined };
    }
    case "tool-calls":
      // A Callwright room also reports tools by telemetry, which does not depend on what the assistant subscribes to.
      if (transcript.hearing !== undefined) return transcript;
      return (message.toolCallList ?? []).reduce(
        (before, { id, function: { name, arguments: given } }) =>
          runTool(before, { id, name, arguments: readArguments(given), answer: null }),
        transcript,
      );
    case "tool-calls-result": {
      if (transcript.hearing !== undefined) return transcript;
      const { toolCallId: id, name, result, error } = message.toolCallResult;
      const answer = { result: error ?? result ?? "", failed: error !== undefined };
      return runTool(transcript, { id, name, arguments: {}, answer });
    }
    case "status-update":
      return message.status === "ended" ? { ...settled(transcript), endedReason: message.endedReason } : transcript;
    default:
      return transcript;
  }
}

function reduceTelemetry(transcript: Transcript, message: ServerTelemetry): Transcript {
  switch (message.type) {
    case "session":
      return { ...transcript, hearing: message.hearing, isRecorded: message.recording };
    case "speech-started":
      return { ...transcript, speakingTurn: message.turn };
    case "turn":
      return { ...transcript, turns: { ...transcript.turns, [message.turn.index]: message.turn } };
    case "tool-run":
      return runTool(transcript, message.run);
    case "agent":
      return startAgent(transcript, message.agent);
    case "usage":
      return { ...transcript, usages: message.usages };
    case "failure":
      return { ...transcript, failures: [...transcript.failures, { part: message.part, message: message.message }] };
    default:
      return transcript;
  }
}

/** Adds a tool call, or the answer to the first open call with its id. */
function runTool(transcript: Transcript, run: ToolRun): Transcript {
  const { tools, captions } = transcript;
  const index = run.answer ? tools.findIndex(({ id, answer }) => id === run.id && answer === null) : -1;
  const called = tools[index];
  if (!called) return { ...transcript, tools: [...tools, { ...run, after: captions.length }] };
  return { ...transcript, tools: tools.with(index, { ...called, answer: run.answer }) };
}

/** Adds an agent. The last one is reported again on a new connection. */
function startAgent(transcript: Transcript, agent: AgentStarted): Transcript {
  const isRepeated = JSON.stringify(transcript.agents.at(-1)) === JSON.stringify(agent);
  return isRepeated ? transcript : { ...transcript, agents: [...transcript.agents, agent] };
}

function speak(transcript: Transcript, role: Speaker, turn: number | undefined, atMs: number): Transcript {
  const speakingSinceMs = { ...transcript.speakingSinceMs, [role]: atMs };
  return { ...transcript, speakingSinceMs, speakingTurn: role === "assistant" ? turn : transcript.speakingTurn };
}

/** Typed text is always its own caption. */
function type(transcript: Transcript, text: string, atMs: number): Transcript {
  const { captions, unrepeated } = transcript;
  const caption: Caption = {
    id: captions.length,
    role: "user",
    text,
    partial: "",
    isFinal: true,
    isInterrupted: false,
    isTyped: true,
    turn: undefined,
    atMs,
  };
  return { ...transcript, captions: [...captions, caption], unrepeated: [...unrepeated, text.trim()] };
}

/** The server's echo of typed text. Adds a caption if the text is not shown yet. */
function repeat(transcript: Transcript, text: string, atMs: number): Transcript {
  const { unrepeated } = transcript;
  const repeated = unrepeated.indexOf(text.trim());
  if (repeated >= 0) return { ...transcript, unrepeated: unrepeated.toSpliced(repeated, 1) };
  return { ...type(transcript, text, atMs), unrepeated };
}

/** Adds words to the current caption, or to a new one. */
function hear(transcript: Transcript, role: Speaker, words: string, isFinal: boolean, atMs: number): Transcript {
  const { captions, unrepeated } = transcript;
  const repeated = role === "user" && isFinal ? unrepeated.indexOf(words.trim()) : -1;
  if (repeated >= 0) return { ...transcript, unrepeated: unrepeated.toSpliced(repeated, 1) };
  const turn = role === "assistant" ? transcript.speakingTurn : undefined;
  const index = captions.findLastIndex((caption) => caption.role === role && !caption.isTyped);
  const current = captions[index];
  if (!current || !continues(captions, index, turn)) {
    if (!words) return transcript;
    const { [role]: sinceMs = atMs, ...speakingSinceMs } = transcript.speakingSinceMs;
    const speaker = role === "assistant" ? transcript.agents.at(-1)?.name : undefined;
    const begun = {
      id: captions.length,
      role,
      text: "",
      partial: "",
      isFinal: false,
      isInterrupted: false,
      turn,
      atMs: sinceMs,
      ...(speaker === undefined ? {} : { speaker }),
    };
    return { ...transcript, speakingSinceMs, captions: [...captions, withWords(begun, words, isFinal)] };
  }
  return { ...transcript, captions: captions.with(index, withWords({ ...current, turn: current.turn ?? turn }, words, isFinal)) };
}

/** Further words of this speaker belong to their last caption. */
function continues(captions: readonly Caption[], index: number, turn: number | undefined): boolean {
  const caption = captions[index];
  if (!caption) return false;
  if (turn !== undefined && caption.turn !== undefined) return caption.turn === turn;
  return !caption.isFinal || index === captions.length - 1;
}

/** Servers send either the whole turn each time or one sentence at a time. Both give the same caption. */
function withWords(caption: Caption, words: string, isFinal: boolean): Caption {
  const isWhole = caption.text.startsWith(words) || words.startsWith(caption.text);
  if (!isFinal) {
    const partial = isWhole ? words.slice(caption.text.length) : words;
    return { ...caption, partial, isFinal: false };
  }
  const text = isWhole || !words ? words || caption.text : `${caption.text} ${words}`;
  return { ...caption, text, partial: "", isFinal: true };
}

/** Drops words that were not spoken. */
function interrupt(transcript: Transcript): Transcript {
  const index = transcript.captions.findLastIndex(({ role }) => role === "assistant");
  const caption = transcript.captions[index];
  if (!caption) return transcript;
  return { ...transcript, captions: transcript.captions.with(index, { ...caption, isInterrupted: true }) };
}

/** Makes interim words final. */
function settled(transcript: Transcript): Transcript {
  const captions = transcript.captions.map((caption) =>
    caption.isFinal
      ? caption
      : { ...caption, text: `${caption.text} ${caption.partial.trim()}`.trim(), partial: "", isFinal: true },
  );
  return { ...transcript, captions };
}
