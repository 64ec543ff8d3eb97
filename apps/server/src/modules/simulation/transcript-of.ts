import type { ConversationMessage, TestTurn } from "@callwright/contract";
import { toMessageToolCall } from "@callwright/contract";

/** The words of a test's conversation. */
interface Said {
  /** The agent of a call speaks first. */
  greeting?: string | undefined;
  turns: readonly TestTurn[];
}

/** `AI: …` and `User: …` lines, as transcripts of calls are written; numbered with each turn and its tools for a judge. */
export function transcriptOf({ greeting, turns }: Said, { isNumbered = false } = {}): string {
  const lines = turns.flatMap(({ said, answer, toolCalls }, index) => [
    ...(isNumbered ? [`Turn ${index + 1}`] : []),
    `User: ${said}`,
    ...(isNumbered
      ? toolCalls.map((call) => `Tool ${call.name}(${JSON.stringify(call.arguments)}) answered: ${call.result}`)
      : []),
    ...(answer === "" ? [] : [`AI: ${answer}`]),
  ]);
  return [...(greeting === undefined ? [] : [`AI: ${greeting}`]), ...lines].join("\n");
}

/** The turns in the OpenAI format. */
export function messagesOf({ greeting, turns }: Said): ConversationMessage[] {
  const messages = turns.flatMap(({ said, answer, toolCalls }, index) => {
    const calls = toolCalls.map((call, place) => ({ ...call, id: `call_${index + 1}_${place + 1}` }));
    return [
      { role: "user" as const, content: said },
      ...(calls.length > 0 ? [{ role: "assistant" as const, content: "", tool_calls: calls.map(toMessageToolCall) }] : []),
      ...calls.map(({ id, result }) => ({ role: "tool" as const, content: result, tool_call_id: id })),
      ...(answer === "" ? [] : [{ role: "assistant" as const, content: answer }]),
    ];
  });
  return [...(greeting === undefined ? [] : [{ role: "assistant" as const, content: greeting }]), ...messages];
}
