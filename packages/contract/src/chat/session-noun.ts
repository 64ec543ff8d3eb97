import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const sessionNoun = defineNoun({
  thing: "Session",
  label: "session",
  changes: ["session"],
  addresses: resourceAddresses("Session", "/session"),
});
