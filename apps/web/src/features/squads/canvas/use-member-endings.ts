import { useMemo } from "react";
import { useEndingChange, useEndingWarnings } from "../../../resource/catalog/use-ending-warnings.ts";
import { isFields } from "../../../resource/form/union.ts";
import type { SquadMember, StoredAssistants } from "./squad-graph.ts";

/**
 * What ends in a squad: in what it stores itself, whose change can be made here, and in the stored assistants of its members, as far as the squad
 * does not override them. Of these, the path is that of the member's `assistantId`.
 */
export function useMemberEndings(
  squad: Readonly<Record<string, unknown>>,
  members: readonly SquadMember[],
  stored: StoredAssistants,
  isReadOnly: boolean,
) {
  const own = useEndingChange(squad, isReadOnly);
  const referred = useMemo(() => {
    const shared = isFields(squad.membersOverrides) ? squad.membersOverrides : {};
    return {
      members: members.map(({ assistantId, assistantOverrides = {} }) => {
        const fields = Object.entries((assistantId && stored.get(assistantId)) || {});
        return { assistantId: Object.fromEntries(fields.filter(([name]) => !(name in assistantOverrides) && !(name in shared))) };
      }),
    };
  }, [squad.membersOverrides, members, stored]);
  const ofStored = useEndingWarnings(referred);
  const warnings = useMemo(
    () => [...own.warnings, ...ofStored.map(({ path, message }) => ({ path: path.split(".").slice(0, 3).join("."), message }))],
    [own.warnings, ofStored],
  );
  return { ...own, warnings };
}
