import type { ServerContext } from "../../server-context.ts";
import type { DeliveryRow } from "../../webhooks/delivery-store.ts";
import { getChat } from "../chat/private-chat-service.ts";
import { findChatInSession } from "../chat/private-chat-store.ts";
import { listSessionChats, type SessionRow } from "../chat/store.ts";
import { toSession } from "../session/entity.ts";

type Context = Pick<ServerContext, "db" | "now" | "secrets">;

/** Fields of a server message about a session or one of its chats; undefined when it was deleted since. */
export async function describeSession(
  context: Context,
  row: SessionRow,
  { type, chatId }: DeliveryRow,
): Promise<Record<string, unknown> | undefined> {
  if (type.endsWith(".deleted")) return {};
  if (row.deletedAt !== null) return undefined;
  if (chatId !== null) {
    if (!(await findChatInSession(context, row.orgId, chatId))) return undefined;
    const { assistant: _, assistantOverrides: __, ...chat } = await getChat(context, row, chatId);
    return { chat };
  }
  const {
    assistant: _,
    assistantOverrides: __,
    ...session
  } = toSession(row, await listSessionChats(context.db, row.orgId, row.id), context.now());
  return { session };
}
