import type { CreateAssistant, CreateSquad } from "@callwright/contract";

/** The built-in model, so that the squad runs without a key. */
const assistant = (name: string, firstMessage: string, prompt: string): CreateAssistant => ({
  name,
  firstMessage,
  model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: prompt }] },
});

const triage: CreateSquad = {
  name: "Support triage",
  members: [
    {
      assistant: assistant(
        "Front desk",
        "Thanks for calling support. Is it about a bill, or does something not work?",
        "You answer calls to support and pass callers on. We are open from nine to six on weekdays.",
      ),
      assistantDestinations: [
        { type: "assistant", assistantName: "Billing", description: "The caller asks about a bill, a payment or a refund" },
        { type: "assistant", assistantName: "Technical help", description: "Something of the caller does not work" },
      ],
    },
    {
      assistant: assistant(
        "Billing",
        "This is billing. What is your question about the bill?",
        "Bills are sent on the first of the month. Refunds take five days. Payments are possible by card and by transfer.",
      ),
      assistantDestinations: [
        { type: "assistant", assistantName: "Technical help", description: "Something of the caller does not work" },
      ],
    },
    {
      assistant: assistant(
        "Technical help",
        "This is technical help. What does not work?",
        "If the router does not work, unplug it for ten seconds. If the light stays red, a technician comes the next day.",
      ),
      assistantDestinations: [
        { type: "assistant", assistantName: "Billing", description: "The caller asks about a bill, a payment or a refund" },
      ],
    },
  ],
};

/** Squads to start from, by the key of their texts. */
export const SQUAD_TEMPLATES = { triage } as const;
