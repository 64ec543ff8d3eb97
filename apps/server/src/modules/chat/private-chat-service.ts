import type { Chat, ChatMessage, ChatQuery } from "@callwright/contract";
import { privacyOf } from "../../platform/compliance/privacy.ts";
import { readPageParts } from "../../platform/db/page-parts.ts";
import { type Page, pageStart, toPage } from "../../platform/db/page-start.ts";
import { present } from "../../platform/db/present.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { ServerMessages } from "../webhook/server-messages.ts";
import { saidIn } from "./chat-history.ts";
import { namedTarget } from "./named-target.ts";
import * as rows from "./private-chat-store.ts";
import { listSessionChats } from "./store.ts";

type Context = Pick<ServerContext, "db" | "now" | "secrets">;

/** Without `messages`: a page would hold every conversation once for each of its chats. Fails with `page-too-large`. */
export async function listChats(context: Context, { orgId }: OrgCaller, query: ChatQuery): Promise<Page<Chat>> {
  const page = await rows.pageChats(context.db, orgId, query, pageStart(query));
  const { results: ids, metadata } = toPage(query, page, ({ id }) => id);
  const read = async (part: string[]) => (await rows.findListedChats(context, orgId, part)).map(toChat);
  return { results: await readPageParts(ids, read), metadata };
}

/** Returns the chat with the conversation before it. */
export async function getChat(context: Context, { orgId }: Pick<OrgCaller, "orgId">, id: string): Promise<Chat> {
  const row = found(await rows.findChatInSession(context, orgId, id), "Chat");
  const { chat, session } = row;
  const before = (await listSessionChats(context.db, orgId, session.id, chat.seq)).filter(({ seq }) => seq < chat.seq);
  return { ...toChat(row), messages: [...session.openingMessages, ...saidIn(session, before)] as ChatMessage[] };
}

export async function deleteChat(
  context: Context & { messages: ServerMessages },
  { orgId }: OrgCaller,
  id: string,
): Promise<Chat> {
  const { session } = found(await rows.findChatInSession(context, orgId, id), "Chat");
  const chat = await getChat(context, { orgId }, id);
  const { assistant: _, assistantOverrides: __, ...fields } = chat;
  await context.db.transaction(async (tx) => {
    await rows.deleteChat(tx, orgId, id, context.now());
    await context.messages.sessionChanged(tx, session, { type: "chat.deleted", chatId: id, fields: { chat: fields } });
  });
  context.messages.wake();
  return chat;
}

/** Without effect on one that is not deleted. */
export async function restoreChat(context: Context, caller: OrgCaller, id: string): Promise<Chat> {
  await rows.restoreChat(context.db, caller.orgId, id, context.now());
  return getChat(context, caller, id);
}

function complianceOf({ assistant: { compliancePlan } }: rows.ListedChat["session"]): Pick<Chat, "compliance"> {
  const { hipaaEnabled, pciEnabled } = compliancePlan ?? {};
  if (!privacyOf(compliancePlan)) return {};
  return { compliance: { ...(hipaaEnabled && { hipaaEnabled }), ...(pciEnabled && { pciEnabled }) } };
}

function toChat({ chat, session }: rows.ListedChat): Chat {
  const { id, orgId, createdAt, updatedAt, name, sessionId, previousChatId, status, input, output, agents, failure, costs } =
    chat;
  const { assistantOverrides } = session;
  return {
    ...present({ id, orgId, createdAt, updatedAt, name, assistantOverrides, sessionId, previousChatId, status, failure }),
    ...namedTarget(session),
    // The contract checked the messages before they were stored.
    input: input as ChatMessage[],
    output: output as ChatMessage[],
    ...complianceOf(session),
    ...(agents.length > 0 && { agents }),
    ...costs,
    sessionStatus: session.status,
  };
}
