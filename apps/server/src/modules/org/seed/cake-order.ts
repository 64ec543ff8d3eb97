import type { CreateSquad, CreateWorkflow } from "@callwright/contract";

/** Each agent knows only its own prompt. */
const SWAP = "swap-system-message-in-history" as const;

const at = (x: number, y: number) => ({ position: { x, y } });

/** The first workflow of every organization: takes an order, reads it back, and can be asked for the opening hours in between. */
export const CAKE_ORDER: CreateWorkflow = {
  name: "Cake order",
  globalPrompt: "You are the friendly telephone assistant of Hazel Street Bakery. Use short sentences.",
  model: { provider: "callwright", model: "builtin" },
  voice: { provider: "callwright", voiceId: "slt" },
  transcriber: { provider: "callwright", model: "auto", language: "en" },
  nodes: [
    {
      type: "conversation",
      name: "greeting",
      isStart: true,
      metadata: at(0, 0),
      prompt: 'Say: "Hello, this is Hazel Street Bakery. Would you like to order a cake?"',
    },
    {
      type: "conversation",
      name: "order",
      metadata: at(0, 160),
      prompt: "Ask for the flavor, the number of people and the day.",
      variableExtractionPlan: {
        schema: {
          type: "object",
          properties: {
            flavor: {
              type: "string",
              enum: ["chocolate", "lemon", "carrot"],
              description: "Which flavor would you like: chocolate, lemon or carrot?",
            },
            people: { type: "integer", description: "For how many people is it?" },
            day: { type: "string", format: "date", description: "On which day would you like to collect it?" },
          },
          required: ["flavor", "people", "day"],
        },
      },
    },
    {
      type: "conversation",
      name: "read back",
      metadata: at(0, 320),
      prompt: 'Say: "A {{ flavor }} cake for {{ people }} people, on {{ day | date: "%A, %B %-d" }}. Is that right?"',
    },
    {
      type: "conversation",
      name: "confirmation",
      metadata: at(0, 480),
      prompt: 'Say: "Thank you. Your cake will be ready. Goodbye!"',
    },
    {
      type: "conversation",
      name: "no order",
      metadata: at(320, 160),
      prompt: 'Say: "All right. Have a nice day. Goodbye!"',
    },
    { type: "hangup", name: "end", metadata: at(160, 640) },
    {
      type: "conversation",
      name: "opening hours",
      metadata: at(-320, 160),
      prompt: 'Say: "We are open from 7 in the morning to 6 in the evening. Shall we go on?"',
      globalNodePlan: { enabled: true, enterCondition: "The caller asks about the opening hours" },
    },
  ],
  edges: [
    { from: "greeting", to: "order", condition: { type: "ai", prompt: "The caller wants to order a cake" } },
    { from: "greeting", to: "no order", condition: { type: "ai", prompt: "The caller does not want a cake" } },
    { from: "order", to: "read back" },
    { from: "read back", to: "confirmation", condition: { type: "ai", prompt: "The caller confirms" } },
    { from: "read back", to: "order", condition: { type: "ai", prompt: "The caller does not confirm" } },
    { from: "confirmation", to: "end" },
    { from: "no order", to: "end" },
  ],
};

/** The first squad of every organization: Riley and a colleague, who hand callers over to each other. */
export const bakeryTeam = (rileyId: string): CreateSquad => ({
  name: "Bakery team",
  members: [
    {
      assistantId: rileyId,
      assistantDestinations: [
        {
          type: "assistant",
          assistantName: "Casey",
          transferMode: SWAP,
          message: "I connect you with Casey, who knows our wedding cakes.",
          description: "Wedding cakes",
        },
      ],
    },
    {
      assistant: {
        name: "Casey",
        firstMessage: "Hello, this is Casey. What would you like to know about our wedding cakes?",
        model: {
          provider: "callwright",
          model: "builtin",
          messages: [
            {
              role: "system",
              content: `You are Casey, who makes the wedding cakes of Hazel Street Bakery.

# Wedding cakes
A wedding cake has three or four tiers.
The price of a wedding cake starts at 300 dollars.
A tasting is on Thursday afternoon and costs nothing.`,
            },
          ],
        },
        voice: { provider: "callwright", voiceId: "kal16" },
        transcriber: { provider: "callwright", model: "auto", language: "en" },
      },
      assistantDestinations: [
        {
          type: "assistant",
          assistantName: "Riley",
          transferMode: SWAP,
          message: "I give you back to Riley.",
          description: "Opening hours, delivery and payment",
        },
      ],
    },
  ],
});
