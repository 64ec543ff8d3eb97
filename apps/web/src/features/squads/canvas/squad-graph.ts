import { type CreateAssistant, type CreateSquad, type CreateTool, isFields, variableRoot } from "@callwright/contract";
import { variablesOf } from "../../../resource/variables/template-variables.ts";

export type SquadMember = CreateSquad["members"][number];
type Destination = NonNullable<SquadMember["assistantDestinations"]>[number];

/** A way from one member to another. */
export interface Handoff {
  from: number;
  to: number;
  /** When it is taken. */
  description: string;
  /** Index in `assistantDestinations` of the member. Undefined for a tool of the assistant, which is edited there. */
  place: number | undefined;
}

/** A destination that names no member. */
export interface LostDestination {
  path: string;
  name: string;
}

/** The members of an edited squad. Undefined if an entry is no object: only JSON can show that. */
export function membersOf({ members }: Readonly<Record<string, unknown>>): readonly SquadMember[] | undefined {
  if (!Array.isArray(members)) return undefined;
  return members.every(isFields) ? (members as SquadMember[]) : undefined;
}

/** The fields of a stored assistant that the canvas shows. */
export interface StoredAssistant {
  name?: string | undefined;
  firstMessage?: string | undefined;
  model?: unknown;
  voice?: unknown;
  transcriber?: unknown;
}
/** Stored assistants by id. */
export type StoredAssistants = ReadonlyMap<string, StoredAssistant>;

/** The name of a member, which destinations use. Empty if it has none. */
export function memberName({ assistant, assistantId, assistantOverrides }: SquadMember, stored: StoredAssistants): string {
  return assistantOverrides?.name ?? assistant?.name ?? (assistantId ? stored.get(assistantId)?.name : undefined) ?? "";
}

/** The names of the members in a conversation, which are all different: `Billing 2`. As the server gives them. */
export function agentNames(members: readonly SquadMember[], stored: StoredAssistants): string[] {
  const taken = new Set<string>();
  return members.map((member, index) => {
    const wanted = memberName(member, stored) || `Assistant ${index + 1}`;
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** The variables that a member's first message and prompt need and its overrides do not set. */
export function memberVariables(
  { membersOverrides }: object & { membersOverrides?: unknown },
  member: SquadMember,
  stored: StoredAssistants,
): string[] {
  const { assistant, assistantId, assistantOverrides } = member;
  const shared = isFields(membersOverrides) ? membersOverrides : {};
  const own = assistant ?? (assistantId ? stored.get(assistantId) : undefined);
  const config = { ...own, ...assistantOverrides, ...shared } as CreateAssistant;
  const given = { ...assistantOverrides?.variableValues, ...(isFields(shared.variableValues) ? shared.variableValues : {}) };
  return variablesOf(config).filter((name) => !(variableRoot(name) in given));
}

/** All ways between members: their own destinations, and those of their assistants' tools. */
export function handoffsOf(
  members: readonly SquadMember[],
  stored: StoredAssistants,
): { handoffs: Handoff[]; lost: LostDestination[] } {
  const names = members.map((member) => memberName(member, stored));
  const targetOf = ({ name, id }: { name?: string | undefined; id?: string | undefined }) => {
    const byName = name ? names.indexOf(name) : -1;
    return byName >= 0 ? byName : members.findIndex(({ assistantId }) => id !== undefined && assistantId === id);
  };
  const handoffs: Handoff[] = [];
  const lost: LostDestination[] = [];
  for (const [from, member] of members.entries()) {
    for (const [place, destination] of (member.assistantDestinations ?? []).entries()) {
      const named = namedBy(destination);
      const to = targetOf(named);
      if (to >= 0) handoffs.push({ from, to, description: destination.description ?? "", place });
      else if (!("assistant" in destination && destination.assistant))
        lost.push({ path: `members.${from}.assistantDestinations.${place}.assistantName`, name: named.name ?? named.id ?? "" });
    }
    for (const { name, id, description } of toolDestinations(member, stored)) {
      const to = targetOf({ name, id });
      if (to >= 0) handoffs.push({ from, to, description, place: undefined });
    }
  }
  return { handoffs, lost };
}

function namedBy(destination: Destination): { name?: string | undefined; id?: string | undefined } {
  return { name: destination.assistantName, id: "assistantId" in destination ? destination.assistantId : undefined };
}

/** Destinations of the assistant's own handoff and transfer tools. */
function toolDestinations({ assistant, assistantId, assistantOverrides }: SquadMember, stored: StoredAssistants) {
  const model = assistantOverrides?.model ?? assistant?.model ?? (assistantId ? stored.get(assistantId)?.model : undefined);
  const tools = isFields(model) && Array.isArray(model.tools) ? (model.tools as CreateTool[]) : [];
  return tools.flatMap((tool) => {
    if (tool.type !== "handoff" && tool.type !== "transferCall") return [];
    return (tool.destinations ?? []).flatMap((destination) =>
      destination.type === "assistant" ? [{ ...namedBy(destination), description: destination.description ?? "" }] : [],
    );
  });
}

/** The squad with a destination from one member to another, by name. */
export function connectMembers(
  members: readonly SquadMember[],
  from: number,
  to: number,
  stored: StoredAssistants,
): SquadMember[] {
  const target = members[to];
  if (!target) return [...members];
  const assistantName = memberName(target, stored);
  // A stored assistant that was chosen just now is not read yet.
  const named = assistantName === "" && target.assistantId ? { assistantId: target.assistantId } : { assistantName };
  const destination: Destination = { type: "assistant", ...named };
  return members.map((member, index) =>
    index === from ? { ...member, assistantDestinations: [...(member.assistantDestinations ?? []), destination] } : member,
  );
}

/** Replaces a member. Destinations that name it follow a new name. */
export function replaceMember(
  members: readonly SquadMember[],
  index: number,
  next: SquadMember,
  stored: StoredAssistants,
): SquadMember[] {
  const before = members[index];
  const [oldName, newName] = [before ? memberName(before, stored) : "", memberName(next, stored)];
  const replaced = members.with(index, next);
  if (oldName === newName || newName === "") return replaced;
  const { handoffs } = handoffsOf(members, stored);
  return replaced.map((member, from) => {
    const leadsHere = (place: number) => handoffs.some((each) => each.from === from && each.place === place && each.to === index);
    const follow = (destination: Destination, place: number) =>
      destination.assistantName === oldName && leadsHere(place) ? { ...destination, assistantName: newName } : destination;
    return member.assistantDestinations ? { ...member, assistantDestinations: member.assistantDestinations.map(follow) } : member;
  });
}

/** The squad without these members, and without destinations that lead to them or belong to them. */
export function removeMembers(
  members: readonly SquadMember[],
  removed: ReadonlySet<number>,
  destinations: readonly Handoff[],
  stored: StoredAssistants,
): SquadMember[] {
  const { handoffs } = handoffsOf(members, stored);
  const gone = [...destinations, ...handoffs.filter(({ to }) => removed.has(to))];
  return members.flatMap((member, index) => {
    if (removed.has(index)) return [];
    const places = new Set(gone.filter(({ from }) => from === index).map(({ place }) => place));
    if (places.size === 0 || !member.assistantDestinations) return [member];
    const { assistantDestinations, ...rest } = member;
    const left = assistantDestinations.filter((_, place) => !places.has(place));
    return [left.length > 0 ? { ...rest, assistantDestinations: left } : rest];
  });
}

/** The squad with this member first. The first member starts the conversation. */
export function startWith(members: readonly SquadMember[], index: number): SquadMember[] {
  const first = members[index];
  return first ? [first, ...members.filter((_, each) => each !== index)] : [...members];
}
