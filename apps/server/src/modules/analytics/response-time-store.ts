import type { CreateAssistant, Turn } from "@callwright/contract";
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { call, callEvent } from "../call/tables.ts";

/** Calls that are looked at, latest first. */
const MAX_CALLS = 200;

export interface CallTurns {
  parts: Pick<CreateAssistant, "model" | "voice" | "transcriber">;
  /** In the order in which they were reported. The last of an index counts. */
  turns: Turn[];
}

/**
 * Turns of the organization's latest calls since an instant. Calls with a failure are left out: another provider may have taken over. The
 * sample call is left out: it never ran here.
 */
export async function readRecentTurns(db: Database, orgId: string, since: Date): Promise<CallTurns[]> {
  const { rows } = await db.execute<{ model: unknown; voice: unknown; transcriber: unknown; turns: Turn[] }>(sql`
    with recent as (
      select ${call.id} as id, ${call.assistant} as assistant from ${call}
      where ${call.orgId} = ${orgId} and ${call.deletedAt} is null and ${call.createdAt} >= ${since.toISOString()}::timestamptz
        and ${call.startedAt} is not null and ${call.nodeId} <> 'sample'
        and not exists (select 1 from ${callEvent} where ${callEvent.callId} = ${call.id} and ${callEvent.type} = 'failure')
      order by ${call.createdAt} desc limit ${MAX_CALLS}
    )
    select recent.assistant -> 'model' as model, recent.assistant -> 'voice' as voice,
      recent.assistant -> 'transcriber' as transcriber, jsonb_agg(${callEvent.payload} order by ${callEvent.seq}) as turns
    from recent join ${callEvent} on ${callEvent.callId} = recent.id and ${callEvent.type} = 'turn'
    group by recent.id, recent.assistant`);
  return rows.map(({ turns, ...parts }) => ({
    parts: Object.fromEntries(Object.entries(parts).filter(([, settings]) => settings !== null)) as CallTurns["parts"],
    turns,
  }));
}
