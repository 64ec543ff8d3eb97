import { type HistoryItem, ToolMessage, toOpenAiMessages } from "@callwright/contract";
import type { AgentTool, ToolOutcome } from "@callwright/engine/conversation";
import { z } from "zod";
import { longestMs } from "../../credential/outgoing/retry-request.ts";
import { askServer } from "./ask-server.ts";
import type { ReachableServer } from "./function-tool.ts";
import { parseReply } from "./read-results.ts";
import { renderHeaders, strictRenderer } from "./render-values.ts";
import { timeoutMsOf } from "./run-request.ts";
import { failed, oneTool, type ToolScope, type ToolSource } from "./tool-source.ts";

const Answer = z.looseObject({
  documents: z.array(z.looseObject({ content: z.string(), similarity: z.number() })).optional(),
  message: z.unknown().optional(),
});

/** A knowledge base that the organization's own server searches, by `knowledge-base-request` messages. */
export function askKnowledgeServer(
  server: ReachableServer,
  tool: AgentTool,
  scope: ToolScope,
  queryOf: (given: Record<string, unknown>) => string | undefined,
): ToolSource {
  const { now } = scope.context;
  const timeoutMs = longestMs({ ...server, timeoutMs: timeoutMsOf(server) });
  return oneTool({ ...tool, timeoutMs, needsHistory: true }, (call, variables, signal, history = []) =>
    askServer(
      scope,
      {
        type: "knowledge-base-request",
        target: "knowledge-base",
        server,
        build: () => ({
          headers: renderHeaders(server.headers ?? {}, strictRenderer(variables, now)),
          fields: { query: queryOf(call.arguments) ?? "", ...conversationOf(history) },
        }),
        read: ({ status, text }) =>
          status >= 200 && status < 300
            ? readDocuments(text)
            : failed(`The knowledge base's server answered with status ${status}.`),
      },
      signal,
    ),
  );
}

/** The conversation so far, without calls that still run. */
function conversationOf(history: readonly HistoryItem[]) {
  const messagesOpenAIFormatted = toOpenAiMessages(history.filter((item) => item.type !== "tool" || item.answer !== null));
  const said = history.filter((item) => item.type !== "tool");
  const messages = said.map(({ type, text }) => ({ role: type === "assistant" ? "bot" : type, message: text }));
  return { messages, messagesOpenAIFormatted };
}

/** The documents, the most similar first, or a message that is said in place of the model's answer. */
function readDocuments(json: string): ToolOutcome {
  const parsed = parseReply(json);
  if (!parsed) return failed("The knowledge base's server did not answer with valid JSON.");
  const { data } = Answer.safeParse(parsed.value);
  const said = data && spokenMessage(data.message);
  if (said) return { result: "The server's message was said to the caller.", failed: false, message: said };
  if (!data?.documents)
    return failed("The knowledge base's server answered without a list 'documents' of texts 'content' with their 'similarity'.");
  const documents = data.documents.toSorted((a, b) => b.similarity - a.similarity);
  return { result: JSON.stringify(documents.map(({ content }) => ({ text: content }))), failed: false };
}

function spokenMessage(message: unknown): ToolMessage | undefined {
  const { content, contents } = typeof message === "object" && message !== null ? (message as Record<string, unknown>) : {};
  if (content === undefined && contents === undefined) return undefined;
  return ToolMessage.safeParse({ type: "request-complete", content, contents }).data;
}
