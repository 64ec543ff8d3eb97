import { type Call, type ChatMessage, type CreateSession, toMessageToolCall } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import type { ConversationRow } from "./conversation.ts";

/** Opens a chat with the agent of a call. The chat begins with the transcript up to a chosen row. */
export function useForkIntoChat(call: Call, rows: readonly ConversationRow[]): (index: number) => void {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  return useCallback(
    (index: number) => {
      const body = { ...targetOf(call), messages: rows.slice(0, index + 1).flatMap(messagesOf) };
      client.sessions.create({ body }).then(
        ({ id }) => navigate({ to: "/chats/new", search: { sessionId: id } }),
        (error: Error) => notifications.show({ color: "red", message: t("call.forkFailed", { reason: error.message }) }),
      );
    },
    [call, rows, client, navigate, t],
  );
}

function targetOf({ assistantId, squadId, workflowId, assistant, assistantOverrides }: Call): Partial<CreateSession> {
  if (squadId) return { squadId };
  if (workflowId) return { workflowId };
  const overrides = assistantOverrides && { assistantOverrides };
  if (assistantId) return { assistantId, ...overrides } as Partial<CreateSession>;
  return { assistant } as Partial<CreateSession>;
}

function messagesOf({ role, text, tool }: ConversationRow): ChatMessage[] {
  if (!tool) return role === "tool" || role === "function" ? [] : [{ role, content: text }];
  const { id, name, arguments: given, answer } = tool;
  return [
    { role: "assistant", content: "", tool_calls: [toMessageToolCall({ id, name, arguments: given })] } as ChatMessage,
    { role: "tool", content: answer?.result ?? "", tool_call_id: id },
  ];
}
