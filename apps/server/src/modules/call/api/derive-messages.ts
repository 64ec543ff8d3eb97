import {
  type ArtifactPlan,
  ASSISTANT_DEFAULTS,
  type CallLine,
  type CallMessage,
  type ConversationMessage,
  isSaid,
  toMessageToolCall,
} from "@callwright/contract";

/** What was said and done, in the platform's two forms. `startedAtMs`: epoch milliseconds of 0 on the call's clock. */
export function deriveConversation(lines: readonly CallLine[], startedAtMs: number) {
  return { messages: deriveMessages(lines, startedAtMs), messagesOpenAIFormatted: deriveOpenAiMessages(lines) };
}

/** `AI: …` and `User: …` lines of what was spoken or typed, with the plan's names. */
export function deriveTranscript(lines: readonly CallLine[], plan: ArtifactPlan["transcriptPlan"]): string {
  const byDefault = ASSISTANT_DEFAULTS.artifactPlan.transcriptPlan;
  const assistantName = plan?.assistantName ?? byDefault.assistantName;
  const userName = plan?.userName ?? byDefault.userName;
  return lines
    .filter(isSaid)
    .map((line) => `${line.role === "assistant" ? assistantName : userName}${markOf(line)}: ${line.text}`)
    .join("\n");
}

/** What the words alone do not tell: ` (by Ann, not heard)`. */
export function markOf({ by, heard }: Pick<CallLine, "by" | "heard">): string {
  const marks = [...(by === undefined ? [] : [`by ${by}`]), ...(heard ? [heard === "not" ? "not heard" : "partly heard"] : [])];
  return marks.length > 0 ? ` (${marks.join(", ")})` : "";
}

/** The platform calls the assistant `bot` here. */
function deriveMessages(lines: readonly CallLine[], startedAtMs: number): CallMessage[] {
  return lines.flatMap((line) => {
    const { startMs, endMs, tool } = line;
    const text = textOf(line);
    const at = (atMs: number) => ({ time: Math.round(startedAtMs + atMs), secondsFromStart: atMs / 1000 });
    if (tool) {
      const called = { role: "tool_calls", message: "", toolCalls: [toMessageToolCall(tool)], ...at(startMs) };
      if (!tool.answer) return [called];
      const { id: toolCallId, name, answer } = tool;
      return [called, { role: "tool_call_result", message: "", toolCallId, name, result: answer.result, ...at(endMs) }];
    }
    const role = line.role === "assistant" ? "bot" : line.role;
    const message = { role, message: text, ...at(line.kind === "prompt" ? 0 : Math.max(0, startMs)) };
    if (!isSaid(line)) return [message];
    return [{ ...message, endTime: Math.round(startedAtMs + endMs), duration: Math.round(endMs - startMs) }];
  });
}

/** Messages may have the model's words in place of the heard ones. The transcript never does. */
const textOf = ({ text, output }: CallLine) => output ?? text;

type OpenAiMessage = Omit<ConversationMessage, "role"> & { role: CallLine["role"] };

function deriveOpenAiMessages(lines: readonly CallLine[]): OpenAiMessage[] {
  return lines.flatMap((line): OpenAiMessage[] => {
    const { role, tool } = line;
    if (!tool) return [{ role, content: textOf(line) }];
    const called: OpenAiMessage = { role: "assistant", content: "", tool_calls: [toMessageToolCall(tool)] };
    if (!tool.answer) return [called];
    return [called, { role: "tool", tool_call_id: tool.id, name: tool.name, content: tool.answer.result }];
  });
}
