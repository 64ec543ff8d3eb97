import { type CreateCall, PlatformError } from "@callwright/contract";
import type { OrgCaller } from "../../http/caller.ts";
import { addedReferences, requireReferences } from "../../resource-kit/references.ts";
import type { ServerContext } from "../../server-context.ts";

const TARGETS = ["assistantId", "assistant", "squadId", "squad", "workflowId", "workflow"] as const;
/** Ways of a call on which no telephone rings. */
const WAYS_WITHOUT_PHONE = new Set(["daily", "vapi.websocket"]);

/**
 * Always fails: with what is wrong with the request, and if nothing is, with `telephony-not-available`, or with `not-available` for a
 * call that needs no telephone. Nothing is stored: no call waits for a line that never comes.
 */
export async function refuseCall({ db }: Pick<ServerContext, "db">, { orgId }: OrgCaller, body: CreateCall): Promise<never> {
  requireOneTarget(body);
  await requireReferences(db, orgId, addedReferences(body));
  const way = body.transport?.provider;
  if (way !== undefined && WAYS_WITHOUT_PHONE.has(way))
    throw new PlatformError("not-available", {
      what: `A call over '${way}' that begins here`,
      instead: "Start a web call with POST /call/web instead.",
    });
  if (body.customer === undefined && body.customers === undefined && body.customerId === undefined)
    throw new PlatformError("validation-failed", {}, { problems: ["customer is required, or customers, or customerId"] });
  throw new PlatformError("telephony-not-available");
}

function requireOneTarget(body: CreateCall): void {
  const [first, second] = TARGETS.filter((target) => body[target] !== undefined);
  if (first === undefined) throw new PlatformError("target-missing");
  if (second !== undefined)
    throw new PlatformError("validation-failed", {}, { problems: [`${second} must not be given together with ${first}`] });
}
