import type { CreateAssistant } from "@callwright/contract";
import { IconHeadset } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { CanvasEdge, Drawing } from "../../../kit/canvas/canvas-parts.ts";
import { layoutCards } from "../../../kit/canvas/layout.ts";
import { type Running, runStateOf } from "../../../kit/canvas/running.ts";
import { type ConfigProblem, problemAt } from "../../../resource/problems.ts";
import { promptOf } from "../../../resource/variables/template-variables.ts";
import { agentNames, type Handoff, memberName, type SquadMember, type StoredAssistants } from "./squad-graph.ts";

export const memberId = (index: number): string => `m:${index}`;
export const handoffId = (index: number): string => `h:${index}`;

interface DrawOptions {
  members: readonly SquadMember[];
  handoffs: readonly Handoff[];
  stored: StoredAssistants;
  problems: readonly ConfigProblem[];
  running: Running | undefined;
  t: TFunction;
}

/** Draws the members of a squad and their handoffs. A squad stores no places: the layout gives them. */
export function drawSquad({ members, handoffs, stored, problems, running, t }: DrawOptions): Drawing {
  const names = members.map((member) => memberName(member, stored) || t("squads.unnamedMember"));
  const inTalk = agentNames(members, stored);
  const hasProblem = (path: string) => problemAt(problems, path) !== undefined;
  const cards = members.map((member, index) => {
    const name = names[index] ?? "";
    return {
      id: memberId(index),
      icon: IconHeadset,
      title: name,
      text: wordsOf(member, stored) || t(member.assistant ? "squads.inlineMember" : "squads.storedMember"),
      chips: [
        ...(index === 0 ? [{ text: t("squads.first") }] : []),
        ...factsOf(member, stored).map((text) => ({ text })),
        ...(member.assistantOverrides ? [{ text: t("squads.overridden") }] : []),
      ],
      label: `${t("squads.member")}: ${name}`,
      canLeave: true,
      hasProblem: hasProblem(`members.${index}`),
      state: runStateOf(running, inTalk[index] ?? ""),
    };
  });
  const edges = handoffs.map((handoff, index): CanvasEdge => {
    const { from, to, description, place } = handoff;
    const ends = { from: names[from] ?? "", to: names[to] ?? "" };
    const isTaken = running?.steps.some((step) => step.from === inTalk[from] && step.to === inTalk[to]);
    return {
      id: handoffId(index),
      from: memberId(from),
      to: memberId(to),
      text: description || (place === undefined ? t("squads.byTool") : ""),
      label: t("squads.handoff", ends),
      hasProblem: place !== undefined && hasProblem(`members.${from}.assistantDestinations.${place}`),
      state: isTaken ? "passed" : undefined,
    };
  });
  const places = layoutCards(cards, edges);
  return { nodes: cards.map((card) => ({ ...card, position: places.get(card.id) ?? { x: 0, y: 0 } })), edges };
}

/** The member's assistant with its overrides. */
function configOf({ assistant, assistantId, assistantOverrides }: SquadMember, stored: StoredAssistants) {
  return { ...(assistant ?? (assistantId ? stored.get(assistantId) : undefined)), ...assistantOverrides } as CreateAssistant;
}

/** What a member says first, or what it does. */
function wordsOf(member: SquadMember, stored: StoredAssistants): string {
  const { firstMessage = "", ...config } = configOf(member, stored);
  return firstMessage.trim() === "" ? promptOf(config.model).trim() : `“${firstMessage.trim()}”`;
}

/** Its model, its voice and how many tools it has. The built-in ones are no news. */
function factsOf(member: SquadMember, stored: StoredAssistants): string[] {
  const { model, voice } = configOf(member, stored);
  const names = [
    model?.provider === "callwright" ? undefined : model?.model,
    voice && "voiceId" in voice ? voice.voiceId : undefined,
  ];
  return names.flatMap((name) => (typeof name === "string" && name.length <= NAME_MAX ? [name] : []));
}

/** Longer names of models and voices are ids. */
const NAME_MAX = 24;
