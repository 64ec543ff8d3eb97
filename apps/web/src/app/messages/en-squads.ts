/** Texts of the screens of squads. */
export const enSquads = {
  squads: {
    title: "Squads",
    one: "squad",
    many: "squads",
    what: "A squad is several assistants that pass one conversation on to each other: one greets, another books, a third takes the payment.",
    unnamed: "Unnamed squad",
    deleteLoss: "Its members stay; calls that start with the squad are refused.",
    memberCount_one: "{{count}} member",
    memberCount_other: "{{count}} members",
    columns: { members: "Members" },
    fields: {
      members: { label: "Members", one: "Member", help: "The first one starts the conversation." },
      membersOverrides: { label: "Overrides of all members", help: "On top of what each member overrides itself." },
      "members.assistant": { label: "Assistant of its own", help: "One that is stored nowhere else, in place of a stored one." },
      "members.assistantOverrides": { label: "Overrides", help: "What this assistant does differently in the squad." },
      "members.assistantDestinations": {
        label: "Destinations",
        help: "Where this member may pass the conversation on to.",
      },
    },
  },
} as const;
