import { expect, test } from "vitest";
import {
  agentNames,
  connectMembers,
  handoffsOf,
  memberName,
  membersOf,
  memberVariables,
  removeMembers,
  replaceMember,
  type SquadMember,
  startWith,
} from "./squad-graph.ts";

const stored = new Map([
  [
    "1",
    {
      name: "Front desk",
      model: { tools: [{ type: "handoff", destinations: [{ type: "assistant", assistantName: "Billing" }] }] },
    },
  ],
  ["2", { name: "Billing" }],
]);
const front: SquadMember = { assistantId: "1" };
const billing: SquadMember = { assistantId: "2" };
const repair: SquadMember = {
  assistant: { name: "Repair" },
  assistantDestinations: [
    { type: "assistant", assistantName: "Front desk", description: "something else" },
    { type: "assistant", assistantId: "2" },
    { type: "assistant", assistantName: "Nobody" },
  ],
};
const members = [front, billing, repair];
const ways = (list: readonly SquadMember[]) => handoffsOf(list, stored).handoffs.map(({ from, to }) => `${from}→${to}`);

test("handoffs come from destinations by name or id, and from the assistants' tools", () => {
  const { handoffs, lost } = handoffsOf(members, stored);
  expect(handoffs).toEqual([
    { from: 0, to: 1, description: "", place: undefined },
    { from: 2, to: 0, description: "something else", place: 0 },
    { from: 2, to: 1, description: "", place: 1 },
  ]);
  expect(lost).toEqual([{ path: "members.2.assistantDestinations.2.assistantName", name: "Nobody" }]);
});

test("a member's name is its override's, its own or the stored one", () => {
  expect(members.map((member) => memberName(member, stored))).toEqual(["Front desk", "Billing", "Repair"]);
  expect(memberName({ ...front, assistantOverrides: { name: "Night desk" } }, stored)).toBe("Night desk");
  expect(memberName({ assistantId: "9" }, stored)).toBe("");
});

test("in a conversation, members have different names, and values that overrides give are not asked for", () => {
  expect(agentNames([front, { assistant: { name: "front desk" } }, {}], stored)).toEqual([
    "Front desk",
    "front desk 2",
    "Assistant 3",
  ]);
  const greeter = { assistant: { firstMessage: "Hi {{ name }}, this is {{ shop }} in {{ city }}." } };
  const member = { ...greeter, assistantOverrides: { variableValues: { shop: "Bean Town" } } };
  expect(memberVariables({ membersOverrides: { variableValues: { city: "Rome" } } }, member, stored)).toEqual(["name"]);
});

test("members are connected by name", () => {
  const connected = connectMembers(members, 1, 2, stored);
  expect(connected[1]?.assistantDestinations).toEqual([{ type: "assistant", assistantName: "Repair" }]);
  expect(ways(connected)).toContain("1→2");
});

test("a member is removed with the destinations that lead to it", () => {
  const left = removeMembers(members, new Set([0]), [], stored);
  expect(left).toHaveLength(2);
  expect(left[1]?.assistantDestinations).toEqual(repair.assistantDestinations?.slice(1));
  const [, , way] = handoffsOf(members, stored).handoffs;
  expect(removeMembers(members, new Set(), way ? [way] : [], stored)[2]?.assistantDestinations).toHaveLength(2);
});

test("another member starts", () => {
  expect(startWith(members, 2)).toEqual([repair, front, billing]);
});

test("only a list of objects is drawn", () => {
  expect(membersOf({ members })).toEqual(members);
  expect(membersOf({ members: [null] })).toBeUndefined();
  expect(membersOf({})).toBeUndefined();
});

test("destinations that name a member follow its new name, and no other's", () => {
  const twins: SquadMember[] = [
    { assistant: { name: "Sales" }, assistantDestinations: [{ type: "assistant", assistantName: "Repair" }] },
    { assistant: { name: "Repair" }, assistantDestinations: [{ type: "assistant", assistantName: "Sales" }] },
    { assistant: { name: "Repair" } },
  ];
  const renamed = replaceMember(twins, 1, { ...twins[1], assistant: { name: "Service" } }, stored);
  expect(ways(renamed)).toEqual(ways(twins));
  expect(ways(replaceMember(twins, 2, { assistant: { name: "Garage" } }, stored))).toEqual(ways(twins));
  // Without a name, no destination can name the member.
  expect(replaceMember(twins, 1, { ...twins[1], assistant: {} }, stored)[0]).toEqual(twins[0]);
});
