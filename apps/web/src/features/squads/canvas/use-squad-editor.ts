import { isFields } from "@callwright/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Running } from "../../../kit/canvas/running.ts";
import type { Selected } from "../../../kit/canvas/use-card-nodes.ts";
import { useDrawing, useSelection } from "../../../kit/canvas/use-drawing.ts";
import { useEndingChange, useEndingWarnings } from "../../../resource/catalog/use-ending-warnings.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { drawSquad, handoffId, memberId } from "./draw-squad.ts";
import {
  agentNames,
  connectMembers,
  handoffsOf,
  memberName,
  memberVariables,
  removeMembers,
  replaceMember,
  type SquadMember,
  type StoredAssistants,
  startWith,
} from "./squad-graph.ts";
import { useStoredAssistants } from "./use-stored-assistants.ts";

interface SquadEditorOptions {
  squad: Readonly<Record<string, unknown>>;
  members: readonly SquadMember[];
  shown: readonly ConfigProblem[];
  running: Running | undefined;
  isReadOnly: boolean;
  onChange: (next: SquadMember[]) => void;
}

/** The selection of a squad's canvas, and its edits by the ids of the canvas. */
export function useSquadEditor({ squad, members, shown, running, isReadOnly, onChange }: SquadEditorOptions) {
  const { t } = useTranslation();
  const { show, ...selection } = useSelection();
  const stored = useStoredAssistants(members);
  const { handoffs, lost } = useMemo(() => handoffsOf(members, stored), [members, stored]);
  const problems = useMemo(() => {
    // Which names lead nowhere is known once the name of every member is.
    const isRead = members.every(({ assistantId }) => !assistantId || stored.has(assistantId));
    return [...shown, ...(isRead ? lost : []).map(({ path, name }) => ({ path, message: t("squads.noMember", { name }) }))];
  }, [shown, lost, members, stored, t]);
  const endings = useMemberEndings(squad, members, stored, isReadOnly);
  const marked = useMemo(() => [...problems, ...endings.warnings], [problems, endings.warnings]);
  const drawing = useDrawing(
    useMemo(
      () => drawSquad({ members, handoffs, stored, problems: marked, running, t }),
      [members, handoffs, stored, marked, running, t],
    ),
  );
  const names = members.map((member) => memberName(member, stored));
  const inTalk = agentNames(members, stored);
  const indexOf = (id: string) => members.findIndex((_, index) => memberId(index) === id);
  return {
    members,
    handoffs,
    problems,
    endings,
    drawing,
    ...selection,
    /** The members' names in a conversation. */
    agentNames: inTalk,
    /** What a conversation needs that starts with this member. Default: the first one. */
    variablesOf: (startAt: string | undefined): string[] => {
      const member = members[startAt === undefined ? 0 : inTalk.indexOf(startAt)];
      return member ? memberVariables(squad, member, stored) : [];
    },
    names,
    /** The names that a destination can choose. */
    choices: [...new Set(names)].filter((name) => name !== ""),
    /** Moves a member into view without selecting it. */
    follow: (name: string) => {
      const index = inTalk.indexOf(name);
      if (index >= 0) show(memberId(index));
    },
    /** Moves a member into view that the form of the whole squad added as the last of `count`. */
    showAdded: (count: number) => {
      if (count > members.length) show(memberId(count - 1));
    },
    /** Selects the member or handoff at a dotted path; false if the path leads to neither. */
    selectPath: (path: string): boolean => {
      const [list, index, field, place] = path.split(".");
      if (list !== "members" || index === undefined) return false;
      const way = handoffs.findIndex(
        (each) => field === "assistantDestinations" && each.from === Number(index) && each.place === Number(place),
      );
      selection.find(way >= 0 ? handoffId(way) : memberId(Number(index)));
      return true;
    },
    /** The name of the member at a dotted path. */
    nameOf: (path: string): string | undefined => {
      const [list, index] = path.split(".");
      return list === "members" && index !== undefined ? drawing.nodes[Number(index)]?.title : undefined;
    },
    /** Adds a member, and a handoff to it from another one if that is given. */
    add: (assistantId: string, afterId?: string) => {
      const next = [...members, { assistantId }];
      const after = afterId === undefined ? -1 : indexOf(afterId);
      onChange(after < 0 ? next : connectMembers(next, after, members.length, stored));
      selection.find(memberId(members.length));
    },
    replace: (index: number, next: SquadMember) => onChange(replaceMember(members, index, next, stored)),
    /** Connects two members, by id, and selects the new handoff, so that its description can be typed. */
    connect: (fromId: string, toId: string) => {
      const [from, to] = [indexOf(fromId), indexOf(toId)];
      if (from < 0 || to < 0 || from === to) return;
      const next = connectMembers(members, from, to, stored);
      onChange(next);
      const way = handoffsOf(next, stored).handoffs.findLastIndex((each) => each.from === from && each.to === to);
      selection.select(new Set([way >= 0 ? handoffId(way) : fromId]));
    },
    remove: (removed: Selected) => {
      const indexes = new Set(members.flatMap((_, index) => (removed.has(memberId(index)) ? [index] : [])));
      // A handoff of a tool is removed at the assistant.
      const ways = handoffs.filter(({ place }, index) => place !== undefined && removed.has(handoffId(index)));
      onChange(removeMembers(members, indexes, ways, stored));
      selection.clear();
    },
    startWith: (index: number) => {
      onChange(startWith(members, index));
      selection.select(new Set([memberId(0)]));
    },
  };
}

export type SquadEditor = ReturnType<typeof useSquadEditor>;

/**
 * Names in a squad that end: in fields that the squad stores, which can be changed here, and in its members' stored assistants, unless the squad
 * overrides those fields. The latter have the path of the member's `assistantId`.
 */
function useMemberEndings(
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
