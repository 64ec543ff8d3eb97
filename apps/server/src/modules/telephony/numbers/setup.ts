import { invalid, type PhoneNumber, type PhoneNumberSetup, PlatformError } from "@callwright/contract";
import type { HeldWork } from "../../../platform/held/held-work.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { addReadWarnings } from "../../../platform/http/parse-whole.ts";
import type { ResourceContext } from "../../../platform/resource-kit/resource-service.ts";
import { changeResource, findResource } from "../../../platform/resource-kit/resource-store.ts";
import type { PhoneLines } from "../phone-lines.ts";
import { phoneNumber } from "../tables.ts";
import { phoneNumbers } from "./service.ts";

const ROWS = { table: phoneNumber };
/** Field of the row's state with the carrier's earlier settings of a number. */
const BEFORE = "carrierBefore";
const UNTOUCHED = "Its carrier keeps its settings: carriers are held since this server was restored from a backup.";

export interface SetupContext extends ResourceContext {
  lines: Pick<PhoneLines, "setupOf">;
  held: Pick<HeldWork, "isHeld">;
}

/** Asks the carrier and this server about a number. */
export async function checkSetup(context: SetupContext, caller: OrgCaller, id: string): Promise<PhoneNumberSetup> {
  const number = await phoneNumbers.get(context, caller, id);
  const setup = context.lines.setupOf(number);
  const steps = [...((await setup?.check(id)) ?? []), answererStep(number)];
  const isOwned = steps.some((step) => step.id === "owned" && step.state === "ready");
  const isElsewhere = steps.some((step) => (step.id === "answersHere" || step.id === "textsHere") && step.state === "failed");
  const hasAddress = steps.some((step) => step.id === "publicAddress" && step.state === "ready");
  return { steps, mayConnect: isOwned && isElsewhere && hasAddress };
}

function answererStep(number: PhoneNumber): PhoneNumberSetup["steps"][number] {
  const { assistantId, squadId, workflowId, server, fallbackDestination } = number;
  if (assistantId ?? squadId ?? workflowId ?? server ?? fallbackDestination) return { id: "answerer", state: "ready" };
  return {
    id: "answerer",
    state: "failed",
    message: "Nobody answers calls yet. Choose an assistant, a squad, a workflow or a server.",
  };
}

/**
 * Directs a number's calls to this server, and stores the carrier's earlier settings. Fails with `validation-failed`, or with `held-after-restore`,
 * because its calls may go to the server that made the backup.
 */
export async function connectNumber(context: SetupContext, caller: OrgCaller, id: string): Promise<PhoneNumber> {
  if (context.held.isHeld("carriers")) throw new PlatformError("held-after-restore", { what: "Carriers are held" });
  return bringHere(context, caller, id);
}

/** The same, for the operator of a restored server. */
export async function bringHere(context: Omit<SetupContext, "held">, caller: OrgCaller, id: string): Promise<PhoneNumber> {
  const number = await phoneNumbers.get(context, caller, id);
  const setup = context.lines.setupOf(number);
  if (!setup) throw invalid(`provider must be one of a carrier: nothing is to be set up for a number of '${number.provider}'`);
  const { problem, before } = await setup.connect(id);
  if (problem !== undefined) throw invalid(problem);
  const row = before && (await findResource(context.db, caller.orgId, ROWS, id));
  if (row)
    await changeResource(context.db, caller.orgId, ROWS, id, {
      state: { ...row.state, [BEFORE]: { ...(row.state[BEFORE] as Record<string, string> | undefined), ...before } },
      updatedAt: context.now(),
    });
  return phoneNumbers.get(context, caller, id);
}

/** Deletes a number and restores its earlier settings at the carrier. A warning names those that could not be restored. */
export async function removeNumber(context: SetupContext, caller: OrgCaller, id: string): Promise<PhoneNumber> {
  const setup = context.lines.setupOf(await phoneNumbers.get(context, caller, id));
  const row = setup && (await findResource(context.db, caller.orgId, ROWS, id));
  const before = row?.state[BEFORE] as Record<string, string> | undefined;
  const problem = context.held.isHeld("carriers") ? setup && UNTOUCHED : await setup?.giveBack(id, before);
  const removed = await phoneNumbers.remove(context, caller, id);
  if (problem !== undefined) addReadWarnings(removed, [{ field: "number", message: problem }]);
  return removed;
}
