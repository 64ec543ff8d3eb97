import { inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { PersonalRows } from "../../../platform/modules/module.ts";
import { webhookDelivery } from "../../webhook/tables.ts";
import { chat, session } from "../tables.ts";

export const personalSessions: readonly PersonalRows[] = [
  {
    table: session,
    kind: "sessions",
    names: sql`jsonb_build_array(${session.customer}, ${session.assistantOverrides} -> 'variableValues', ${session.variables})`,
    isOver: (now) => or(isNull(session.answeringUntil), lte(session.answeringUntil, now)),
    waitsFor: (rows) => (rows === 1 ? "1 chat is being answered." : `${rows} chats are being answered.`),
    async countMore(db, ids) {
      const those = [...ids];
      return {
        chats: await db.$count(chat, inArray(chat.sessionId, those)),
        serverMessages: await db.$count(webhookDelivery, inArray(webhookDelivery.sessionId, those)),
      };
    },
  },
];
