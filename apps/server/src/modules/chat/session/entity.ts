import { type ChatMessage, type CostReport, type Session, sumOfCosts } from "@callwright/contract";
import { namedTarget } from "../named-target.ts";
import type { ChatRow, SessionRow } from "../store.ts";

/** `chats`: of this session, in their order. One whose time is over is completed. */
export function toSession(row: SessionRow, chats: readonly ChatRow[], now: Date): Session {
  const { id, orgId, createdAt, updatedAt, name, expirationSeconds, expiresAt } = row;
  const { assistantOverrides, customer, customerId, phoneNumberId } = row;
  return {
    id,
    orgId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(name === null ? {} : { name }),
    status: expiresAt <= now ? "completed" : row.status,
    expirationSeconds,
    messages: messagesOf(row, chats),
    ...costsOf(chats),
    ...namedTarget(row),
    ...(assistantOverrides && { assistantOverrides }),
    ...(customer && { customer }),
    ...(customerId === null ? {} : { customerId }),
    ...(phoneNumberId === null ? {} : { phoneNumberId }),
  };
}

/** What was said, without the prompt. Stored as the contract let it in. */
function messagesOf({ openingMessages, promptLength, firstSeq }: SessionRow, chats: readonly ChatRow[]): ChatMessage[] {
  const said = chats.filter(({ seq }) => seq >= firstSeq).flatMap(({ input, output }) => [...input, ...output]);
  return [...openingMessages.slice(promptLength), ...said] as ChatMessage[];
}

/** The costs of all its chats, also of chats that were deleted or are no longer part of the conversation. */
function costsOf(chats: readonly ChatRow[]): Partial<CostReport> {
  const reports = chats.flatMap(({ costs }) => costs ?? []);
  if (reports.length === 0) return {};
  const costUnknown = reports.flatMap((report) => report.costUnknown ?? []);
  return {
    cost: sumOfCosts(reports),
    costs: reports.flatMap(({ costs }) => costs),
    ...(costUnknown.length > 0 && { costUnknown }),
  };
}
