import { type Client, readFittingPage } from "@callwright/client";
import { type Chat, LIST_LIMIT } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";
import { resourceKeys } from "../../resource/resource-queries.ts";

/** All chats of a session, the first one first. */
export async function listSessionChats(client: Client, sessionId: string, signal: AbortSignal): Promise<Chat[]> {
  const chats: Chat[] = [];
  let cursor: string | undefined;
  let asked: number = LIST_LIMIT.max;
  do {
    const query = { sessionId, sortOrder: "ASC" as const, ...(cursor === undefined ? {} : { cursor }) };
    const { page, limit } = await readFittingPage(asked, (fitting) =>
      client.chats.list({ query: { ...query, limit: fitting }, signal }),
    );
    asked = limit;
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
