import { and, eq } from "drizzle-orm";
import type { ServerContext } from "../../../platform/platform.ts";
import { openRow } from "../../../platform/secrets/sealed-headers.ts";
import type { MessageSubject } from "../../webhook/compose-message.ts";
import type { DeliveryRow } from "../../webhook/delivery-store.ts";
import { getChat } from "../private-chat-service.ts";
import { findChatInSession } from "../private-chat-store.ts";
import { listSessionChats, type SessionRow } from "../store.ts";
import { session } from "../tables.ts";
import { toSession } from "./entity.ts";

type Context = Pick<ServerContext, "db" | "now" | "secrets">;

/** See `MessageSources.readSession`. */
export async function readSession(context: Context, delivery: DeliveryRow): Promise<MessageSubject | undefined> {
  const { orgId, sessionId } = delivery;
  const [stored] = await context.db
    .select()
    .from(session)
    .where(and(eq(session.orgId, orgId), eq(session.id, sessionId ?? "")));
  const row = openRow(context, session, stored);
  if (!row) return undefined;
  const about = delivery.message ? {} : await describeSession(context, row, delivery);
  return about && { assistant: row.assistant, assistantId: row.assistantId, about };
}

/** Fields of a server message about a session or one of its chats; undefined if it was deleted. */
async function describeSession(
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
    ...fields
  } = toSession(row, await listSessionChats(context.db, row.orgId, row.id), context.now());
  return { session: fields };
}
