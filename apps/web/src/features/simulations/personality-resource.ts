import { CreatePersonality } from "@callwright/contract";
import { defineResource } from "../../resource/resource.ts";

/** A caller of the organization. Its pages are inside of Simulations. */
export const personalityResource = defineResource({
  name: "Personality",
  path: "personalities",
  texts: "personalities",
  schema: CreatePersonality,
  initial: {
    assistant: { model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "" }] } },
  },
  mainFields: ["behavior", "assistant", "assistant.model", "assistant.model.messages", "assistant.voice"],
});
