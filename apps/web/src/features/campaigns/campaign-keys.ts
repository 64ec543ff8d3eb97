export const campaignKeys = {
  all: ["campaigns"] as const,
  one: (id: string) => ["campaigns", "one", id] as const,
  contacts: (id: string, query: object) => ["campaigns", "contacts", id, query] as const,
  doNotCall: ["campaigns", "do-not-call"] as const,
};
