import {
  type CallEvent,
  type CallEventPayload,
  type LatencyMetrics,
  normalizeWords,
  type Scorer,
  type ScorerResult,
  type SimulationMetrics,
  type TestTurn,
} from "@callwright/contract";
import { derivePerformance } from "../../call/api/derive-artifact.ts";
import { countToolCalls } from "./count-tool-calls.ts";
import { repeatedQuestions } from "./repeated-questions.ts";
import { comparedWords, wordErrors } from "./word-errors.ts";

/** What a simulated caller's telephone said, in pieces with pauses between: the truth about the sound. */
type LineSaid = CallEventPayload<"line.said">;

/** A conversation that has ended. */
export interface MeasuredConversation {
  /** The agent's words before the caller's first ones. */
  greeting?: string;
  turns: readonly TestTurn[];
  /** By sound: the events of the call. Absent by text. Without the caller's own events, what was recognized counts as said. */
  events?: readonly CallEvent[] | undefined;
  /** Their checks say which tool calls are right. */
  scorers?: readonly Scorer[];
}

/** Something that a check of the conversation names. */
export interface TalkFinding {
  kind: "false-cut-off" | "repeated-question" | "talk-over" | "misheard";
  /** From 1. */
  turn: number | undefined;
  /** On the call's clock. */
  atMs?: number;
  /** What happened: a sentence. */
  text: string;
}

export interface Measured {
  metrics: SimulationMetrics;
  /** Undefined if the agent answered nothing. */
  latency: LatencyMetrics | undefined;
  findings: readonly TalkFinding[];
  /** When the answer of a turn, from 1, was complete: since the beginning of the call; by text, the time of the answers. */
  endOfTurnMs(turn: number): number | undefined;
}

/** Someone speaks, on the call's clock. */
interface Span {
  startMs: number;
  endMs: number;
}

/** The caller's pieces of one message. */
interface Utterance extends Span {
  pieces: readonly Span[];
  /** From 1. Undefined if the words belong to no turn. */
  turn: number | undefined;
}

/** Shorter overlaps are turns that meet, not interruptions. Conversation analysis calls them latching; people's reaction takes about 200 ms. */
const OVERLAP_MIN_MS = 200;
/** Sentences of the agent with a shorter pause between are one answer. */
const SENTENCE_PAUSE_MS = 400;

/** Measures a conversation, by its sound where it has some. The same conversation always has the same measures. */
export function measureConversation(talk: MeasuredConversation): Measured {
  const { greeting, turns, events, scorers = [] } = talk;
  const repeated = repeatedQuestions({ turns, ...(greeting !== undefined && { greeting }) });
  const tools = countToolCalls(
    scorers.flatMap(({ check }) => (check ? [check] : [])),
    turns,
  );
  const questions = repeated.map(
    ({ question, turn }): TalkFinding => ({ kind: "repeated-question", turn, text: `The agent asked again: “${question}”` }),
  );
  const { findings = [], ...measured } = events ? measureSound(talk, events) : measureText(turns);
  return {
    ...measured,
    metrics: { ...measured.metrics, repeatedQuestions: repeated.length, ...tools, turns: turns.length },
    findings: [...findings, ...questions],
  };
}

type Part = Omit<Measured, "findings"> & { findings?: TalkFinding[] };

function measureText(turns: readonly TestTurn[]): Part {
  const waits = turns.map(({ durationMs }) => durationMs);
  const average = mean(waits);
  const sumOf = (count: number) => Math.round(waits.slice(0, count).reduce((sum, each) => sum + each, 0));
  return {
    metrics: { ...responseTimes(waits), durationMs: sumOf(waits.length) },
    latency: average === undefined ? undefined : { turnCount: turns.length, avgTurn: average, avgModel: average },
    endOfTurnMs: (turn) => (turn <= turns.length ? sumOf(turn) : undefined),
  };
}

function measureSound({ turns }: MeasuredConversation, events: readonly CallEvent[]): Part {
  const said = saidOf(events);
  const agent = joined(
    events.flatMap((event) => (event.type === "assistant.said" && event.payload.heard !== "not" ? [event.payload] : [])),
    SENTENCE_PAUSE_MS,
  );
  const pieces = said.length > 0 ? said : recognized(events);
  const utterances = utterancesOf(pieces, turns);
  const caller = joined(utterances.flatMap((each) => each.pieces));
  const words = wordsOf(turns);
  const cutOffs = utterances.flatMap((utterance) => cutOffOf(utterance, agent));
  const overlaps = caller.flatMap((span) => agent.map((other) => overlapOf(span, other))).filter((span) => lengthOf(span) > 0);
  const waits = utterances.flatMap((utterance, index) => waitAfter(utterance, utterances[index + 1], agent));
  const ended = events.find(({ type }) => type === "call.ended") ?? events.at(-1);
  const turnOfMs = (ms: number) => utterances.findLast(({ startMs }) => startMs <= ms)?.turn;
  return {
    metrics: {
      ...(words.rate !== undefined && { wordErrorRate: words.rate }),
      agentInterruptions: agent.filter((span) => interrupts(span, caller)).length,
      callerInterruptions: caller.filter((span) => interrupts(span, agent)).length,
      talkOverMs: Math.round(overlaps.reduce((sum, span) => sum + lengthOf(span), 0)),
      longestSilenceMs: longestGapMs(joined([...agent, ...caller])),
      ...responseTimes(waits),
      falseCutOffs: cutOffs.length,
      ...(ended && { durationMs: Math.max(0, Math.round(ended.atMs)) }),
    },
    latency: latencyOf(events),
    findings: [
      ...cutOffs,
      ...overlaps.map(
        (span): TalkFinding => ({
          kind: "talk-over",
          turn: turnOfMs(span.startMs),
          atMs: Math.round(span.startMs),
          text: `Both spoke for ${Math.round(lengthOf(span))} ms.`,
        }),
      ),
      ...words.findings,
    ],
    endOfTurnMs(turn) {
      const own = utterances.findIndex((each) => each.turn === turn);
      const next = utterances[own + 1]?.startMs ?? Number.POSITIVE_INFINITY;
      const answer = own === -1 ? undefined : agent.findLast(({ startMs }) => startMs < next);
      return answer && Math.round(answer.endMs);
    },
  };
}

/** The pieces that the caller's telephone reported. */
function saidOf(events: readonly CallEvent[]): LineSaid[] {
  return events.flatMap((event) => (event.type === "line.said" ? [event.payload] : []));
}

/** Without the truth: what was recognized, with the times of the recognizer. */
function recognized(events: readonly CallEvent[]): LineSaid[] {
  return events.flatMap((event) => {
    if (event.type !== "user.said" || event.payload.typed) return [];
    const { text, startMs, endMs } = event.payload;
    return [{ text, startedMs: startMs, endedMs: endMs }];
  });
}

/** Puts the pieces of each message together: those whose words, one after the other, are the message of a turn. */
function utterancesOf(said: readonly LineSaid[], turns: readonly TestTurn[]): Utterance[] {
  const waiting = [...said].sort((one, other) => one.startedMs - other.startedMs);
  const utterances: Utterance[] = [];
  const add = (pieces: readonly LineSaid[], turn: number | undefined) => {
    const spans = pieces.map(({ startedMs, endedMs }) => ({ startMs: startedMs, endMs: Math.max(startedMs, endedMs) }));
    const [startMs, endMs] = [spans[0]?.startMs ?? 0, Math.max(...spans.map((span) => span.endMs))];
    utterances.push({ startMs, endMs, pieces: spans, turn });
  };
  for (const [index, turn] of turns.entries()) {
    const count = piecesOf(waiting, turn);
    if (count > 0) add(waiting.splice(0, count), index + 1);
  }
  // What belongs to no turn, such as a farewell, is a message of its own.
  for (const piece of waiting) add([piece], undefined);
  return utterances;
}

/** How many of the pieces are the turn's message, as it was said or recognized. At least the first one, if there is one. */
function piecesOf(pieces: readonly LineSaid[], { said, heard = "" }: TestTurn): number {
  const messages = [said, heard].map(normalizeWords);
  let text = "";
  for (const [index, piece] of pieces.entries()) {
    text = `${text} ${normalizeWords(piece.text)}`.trim();
    if (messages.includes(text)) return index + 1;
    if (messages.every((message) => !message.startsWith(text))) break;
  }
  return Math.min(1, pieces.length);
}

/** The agent began to answer before the utterance was over. Who spoke already when the caller began has not answered. */
function cutOffOf({ pieces, startMs, endMs, turn }: Utterance, agent: readonly Span[]): TalkFinding[] {
  const cut = agent.find((span) => span.startMs > startMs && span.startMs < endMs - OVERLAP_MIN_MS);
  if (!cut) return [];
  const at = Math.round(cut.startMs);
  const where = pieces.some((piece) => piece.startMs <= at && at < piece.endMs) ? "in a word" : "in a pause";
  const leftMs = Math.round(endMs - cut.startMs);
  const text = `The agent began to answer ${where}, ${leftMs} ms before the caller had finished.`;
  return [{ kind: "false-cut-off", turn, atMs: at, text }];
}

/** From the end of the utterance to the agent's next word, if the caller said nothing in between. */
function waitAfter({ startMs, endMs }: Utterance, next: Utterance | undefined, agent: readonly Span[]): number[] {
  const answer = agent.find((span) => span.startMs > startMs && span.endMs > endMs);
  if (!answer || (next && answer.startMs >= next.startMs)) return [];
  return [Math.max(0, answer.startMs - endMs)];
}

/** Whether a span begins while somebody else speaks, and goes on to speak. */
function interrupts({ startMs }: Span, others: readonly Span[]): boolean {
  return others.some((other) => other.startMs < startMs && startMs < other.endMs - OVERLAP_MIN_MS);
}

function wordsOf(turns: readonly TestTurn[]): { rate: number | undefined; findings: TalkFinding[] } {
  let [meantCount, wrongCount] = [0, 0];
  const findings = turns.flatMap(({ said, meant = said, heard = "" }, index): TalkFinding[] => {
    const words = comparedWords(meant);
    const wrong = wordErrors(words, comparedWords(heard));
    meantCount += words.length;
    wrongCount += wrong;
    const text = `${wrong} of ${words.length} words were recognized wrongly: “${meant}” as “${heard}”`;
    return wrong > 0 ? [{ kind: "misheard", turn: index + 1, text }] : [];
  });
  return { rate: meantCount === 0 ? undefined : wrongCount / meantCount, findings };
}

function latencyOf(events: readonly CallEvent[]): LatencyMetrics | undefined {
  const averages = derivePerformance(events);
  return (
    averages && {
      turnCount: averages.turnLatencies.length,
      avgTurn: averages.turnLatencyAverage,
      avgTranscriber: averages.transcriberLatencyAverage,
      avgModel: averages.modelLatencyAverage,
      avgVoice: averages.voiceLatencyAverage,
      avgEndpointing: averages.endpointingLatencyAverage,
    }
  );
}

function responseTimes(waits: readonly number[]): Pick<SimulationMetrics, "responseTimeP50Ms" | "responseTimeP95Ms"> {
  const sorted = waits.toSorted((one, other) => one - other);
  // The nearest rank, as in the overview.
  const percentile = (share: number) => Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
  return sorted.length === 0 ? {} : { responseTimeP50Ms: percentile(0.5), responseTimeP95Ms: percentile(0.95) };
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? undefined : Math.round(values.reduce((sum, each) => sum + each, 0) / values.length);

const lengthOf = ({ startMs, endMs }: Span) => endMs - startMs;

const overlapOf = (one: Span, other: Span): Span => ({
  startMs: Math.max(one.startMs, other.startMs),
  endMs: Math.min(one.endMs, other.endMs),
});

/** Spans in their order, as one where at most `gapMs` lies between them. */
function joined(spans: readonly Span[], gapMs = 0): Span[] {
  const result: Span[] = [];
  for (const { startMs, endMs } of spans.toSorted((one, other) => one.startMs - other.startMs)) {
    const last = result.at(-1);
    if (last && startMs <= last.endMs + gapMs) last.endMs = Math.max(last.endMs, endMs);
    else result.push({ startMs, endMs });
  }
  return result;
}

function longestGapMs(spans: readonly Span[]): number {
  const gaps = spans.map(({ startMs }, index) => startMs - (spans[index - 1]?.endMs ?? startMs));
  return Math.round(Math.max(0, ...gaps));
}

/** When the goal was reached: with the answer after which every wanted word and tool call had happened. Undefined if one is missing, or none is wanted. */
export function timeToGoalMs(results: readonly ScorerResult[], { endOfTurnMs }: Measured): number | undefined {
  const wanted = results.filter(({ check }) => check?.type === "said" || check?.type === "tool-called");
  if (wanted.length === 0 || wanted.some(({ result }) => result === "fail")) return undefined;
  // Words of the greeting have no turn.
  const turns = wanted.flatMap(({ turn }) => (turn === undefined ? [] : [turn]));
  return turns.length === 0 ? undefined : endOfTurnMs(Math.max(...turns));
}
