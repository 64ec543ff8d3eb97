import { setTimeout as delay } from "node:timers/promises";
import { type AnalysisUsage, type HistoryItem, type JsonSchema, timeLimit } from "@callwright/contract";
import { type LanguageModel, type ModelRequest, type ModelUsage, ProviderError } from "@callwright/engine/conversation";

/** A language model that reads conversations. */
export interface Judge {
  model: LanguageModel;
  /** The name of the provider in usage events. */
  provider: string;
  name: string;
  temperature: number;
  maxTokens: number;
  /** A server of the organization or of the operator, which may run on one processor. Default false. */
  isOwnServer?: boolean;
}

/** A part of an analysis that could not be made, as a sentence for people. */
export class AnalysisFailure extends Error {
  override name = "AnalysisFailure";
}

/** The value of an answer, or why the answer cannot be used: as a sentence about it. */
export type ReadAnswer<Value> = (text: string) => { value: Value } | { problem: string };

interface Question<Value> {
  messages: readonly HistoryItem[];
  /** The JSON schema of the answer. Absent: the answer is text. */
  schema?: JsonSchema | undefined;
  /** The limit for one answer of the model, retries included. */
  timeoutSeconds: number;
  signal: AbortSignal;
  read: ReadAnswer<Value>;
  onUsage: (usage: Omit<AnalysisUsage, "part">) => void;
}

/** Waits before a request is tried again, after a failure that may pass. */
const RETRY_WAITS_MS = [500, 1500] as const;
/** More is no answer to any question of an analysis. */
const ANSWER_MAX_CHARACTERS = 200_000;
/** Maximum characters of an answer in an error message. */
const SHOWN_CHARACTERS = 200;

/** Asks a model. An answer that cannot be used is asked for once more, with the reason. Fails with an `AnalysisFailure`. */
export async function askJudge<Value>(judge: Judge, question: Question<Value>): Promise<Value> {
  const first = await answerInTime(judge, question, question.messages);
  const read = question.read(first);
  if ("value" in read) return read.value;
  const again: HistoryItem = {
    type: "user",
    text: `Your answer cannot be used: ${read.problem} Answer the same request again, with nothing but what it asks for.`,
  };
  const second = await answerInTime(judge, question, [...question.messages, { type: "assistant", text: first || "-" }, again]);
  const repaired = question.read(second);
  if ("value" in repaired) return repaired.value;
  throw new AnalysisFailure(
    `The model's answer cannot be used, also after it was asked again. ${repaired.problem} The answer begins: ${JSON.stringify(second.slice(0, SHOWN_CHARACTERS))}`,
  );
}

async function answerInTime<Value>(
  judge: Judge,
  { timeoutSeconds, signal, schema, onUsage }: Question<Value>,
  messages: readonly HistoryItem[],
): Promise<string> {
  const timeout = timeLimit(timeoutSeconds * 1000);
  const either = AbortSignal.any([signal, timeout]);
  // Some servers refuse schemas, so the prompt contains the schema, too.
  let answerSchema = schema;
  for (const waitMs of [...(schema ? [0] : []), ...RETRY_WAITS_MS, undefined]) {
    try {
      const text = await answer(judge, { history: messages, signal: either, ...(answerSchema && { answerSchema }) }, onUsage);
      if (!either.aborted) return text;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const mayPass = error.retryable || answerSchema !== undefined;
      answerSchema = undefined;
      if (!either.aborted && (!mayPass || waitMs === undefined)) throw new AnalysisFailure(error.message, { cause: error });
      if (!either.aborted) await delay(waitMs, undefined, { signal: either }).catch(() => undefined);
    }
    signal.throwIfAborted();
    if (timeout.aborted) throw new AnalysisFailure(`The model did not answer within ${timeoutSeconds} s.`);
  }
  throw new Error("the last try neither answered nor failed");
}

async function answer(
  { model, provider, name, temperature, maxTokens }: Judge,
  asked: Pick<ModelRequest, "history" | "signal" | "answerSchema">,
  onUsage: Question<unknown>["onUsage"],
): Promise<string> {
  let text = "";
  let used: ModelUsage | undefined;
  for await (const part of model.stream({ ...asked, tools: [], temperature, maxTokens })) {
    if (part.type === "text") text += part.text;
    if (part.type === "usage") used = part;
    if (text.length > ANSWER_MAX_CHARACTERS)
      throw new AnalysisFailure(`The model answered with more than ${ANSWER_MAX_CHARACTERS} characters.`);
  }
  if (used)
    onUsage({
      provider,
      model: name,
      promptTokens: used.inputTokens,
      cachedPromptTokens: used.cachedTokens,
      completionTokens: used.outputTokens,
    });
  return text.trim();
}
