/** Texts of the screens of squads. */
export const enSquads = {
  squads: {
    title: "Squads",
    one: "squad",
    many: "squads",
    what: "A squad is several assistants that hand one conversation to each other: one greets, another books, a third takes the payment.",
    unnamed: "Unnamed squad",
    deleteLoss: "Its members stay. Calls that start with the squad fail.",
    memberCount_one: "{{count}} member",
    memberCount_other: "{{count}} members",
    columns: { members: "Members" },
    fields: {
      members: { label: "Members", one: "Member", help: "The first one starts the conversation." },
      membersOverrides: { label: "Overrides for all members", help: "Added to each member's own overrides." },
      "members.assistant": { label: "Inline assistant", help: "Defined here, instead of a stored assistant." },
      "members.assistantOverrides": { label: "Overrides", help: "Settings this assistant changes in the squad." },
      "members.assistantDestinations": {
        label: "Destinations",
        help: "Members this one can hand the conversation to.",
      },
    },
  },
} as const;
