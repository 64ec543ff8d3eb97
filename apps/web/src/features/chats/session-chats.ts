import type { Client } from "@callwright/client";
import { type Chat, LIST_LIMIT } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";
import { resourceKeys } from "../../resource/resource-queries.ts";

/** All chats of a session, the first one first. */
export async function listSessionChats(client: Client, sessionId: string, signal: AbortSignal): Promise<Chat[]> {
  const chats: Chat[] = [];
  let cursor: string | undefined;
  do {
    const query = { sessionId, sortOrder: "ASC" as const, limit: LIST_LIMIT.max, ...(cursor === undefined ? {} : { cursor }) };
    const page = await client.listChats({ query, signal });
    chats.push(...page.results);
    cursor = page.metadata.nextCursor;
  } while (cursor !== undefined);
  return chats;
}

export function sessionChatsQuery(client: Client, sessionId: string) {
  return queryOptions({
    queryKey: resourceKeys.list("chats", { ofSession: sessionId }),
    queryFn: ({ signal }) => listSessionChats(client, sessionId, signal),
  });
}
