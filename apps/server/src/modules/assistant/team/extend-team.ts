import { type CompliancePlan, PlatformError } from "@callwright/contract";
import type { PartName } from "@callwright/engine/conversation";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { OrgKeys } from "../../credential/provider-keys.ts";
import type { OpenTeamOptions } from "../../tool/run/agents/open-team.ts";
import { requireRunnable } from "../require-runnable.ts";
import { addDestination } from "./find-destinations.ts";

type Context = Parameters<typeof requireRunnable>[0];

/** Finds agents that servers choose in a conversation, with keys for these parts of them. */
export function extendTeam(
  context: Context,
  caller: Pick<OrgCaller, "orgId" | "tag">,
  parts: readonly PartName[],
  compliancePlan: CompliancePlan | undefined,
): OpenTeamOptions["extend"] {
  return async (chosen, agents) => {
    const { destination, added } = await addDestination(context, caller.orgId, chosen, agents);
    if (destination.type !== "assistant")
      throw new PlatformError("validation-failed", {}, { problems: [`the destination '${destination.type}' is not available`] });
    // What was said before is stored already.
    const stricter = added.find(({ assistant }) => privacyOf(assistant.compliancePlan) && !privacyOf(compliancePlan));
    if (stricter)
      throw new PlatformError(
        "validation-failed",
        {},
        { problems: [`${stricter.name} stores nothing that is said, and cannot join a conversation that is stored`] },
      );
    const keys: OrgKeys = {};
    for (const { assistant } of added) Object.assign(keys, await requireRunnable(context, caller, assistant, parts));
    return { destination, added, keys };
  };
}
