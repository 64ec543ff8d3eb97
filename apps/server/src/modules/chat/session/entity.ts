import { type ChatMessage, type CostReport, type Session, sumOfCosts } from "@callwright/contract";
import { present } from "../../../platform/db/present.ts";
import { saidIn } from "../chat-history.ts";
import { namedTarget } from "../named-target.ts";
import type { ChatRow, SessionRow } from "../store.ts";

/** `chats`: those of this session, in their order. An expired session is completed. */
export function toSession(row: SessionRow, chats: readonly ChatRow[], now: Date): Session {
  const { id, orgId, createdAt, updatedAt, name, expirationSeconds, expiresAt } = row;
  const { assistantOverrides, customer, customerId, phoneNumberId } = row;
  return {
    ...present({ id, orgId, createdAt, updatedAt, name, expirationSeconds }),
    status: expiresAt <= now ? "completed" : row.status,
    // Without the prompt. The contract checked the messages before they were stored.
    messages: [...row.openingMessages.slice(row.promptLength), ...saidIn(row, chats)] as ChatMessage[],
    ...costsOf(chats),
    ...namedTarget(row),
    ...present({ assistantOverrides, customer, customerId, phoneNumberId }),
  };
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
