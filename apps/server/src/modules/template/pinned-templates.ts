import type { Template } from "@callwright/contract";
import { ASSISTANT_TEMPLATES } from "./assistant-templates.ts";

/** The templates belong to no organization, so that every organization has them. */
const NOBODY = "00000000-0000-4000-8000-000000000000";
const SINCE = "2026-11-21T00:00:00.000Z";

const text = (description: string) => ({ type: "string" as const, description });

const DETAILS: [name: string, details: NonNullable<Template["details"]>][] = [
  [
    "Look up an order",
    {
      type: "function",
      function: {
        name: "look_up_order",
        description: "Looks up an order's status by its number.",
        parameters: { type: "object", properties: { orderNumber: text("As the caller says it.") }, required: ["orderNumber"] },
      },
    },
  ],
  [
    "Book an appointment",
    {
      type: "function",
      function: {
        name: "book_appointment",
        description: "Books a free appointment. Ask for name, day and time first.",
        parameters: {
          type: "object",
          properties: { name: text("Of the caller."), startsAt: { ...text("ISO 8601, with offset."), format: "date-time" } },
          required: ["name", "startsAt"],
        },
      },
    },
  ],
  [
    "Take a message",
    {
      type: "function",
      function: {
        name: "take_message",
        description: "Passes on a message when nobody can be reached.",
        parameters: {
          type: "object",
          properties: { message: text("In the caller's words."), callBackNumber: text("If the caller wants to be called back.") },
          required: ["message"],
        },
      },
    },
  ],
  ["Hang up", { type: "endCall" }],
];

const pinnedFields = (number: number) => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
  orgId: NOBODY,
  createdAt: SINCE,
  updatedAt: SINCE,
  visibility: "public" as const,
});

const PINNED_TOOLS = DETAILS.map(
  ([name, details], index): Template => ({ ...pinnedFields(index + 1), type: "tool", name, provider: "function", details }),
);
/** Tools are numbered from 1. */
const FIRST_ASSISTANT = 101;
const PINNED_ASSISTANTS = ASSISTANT_TEMPLATES.map(
  (template, index): Template => ({ ...pinnedFields(FIRST_ASSISTANT + index), type: "assistant", ...template }),
);

/** The templates that come with the server. */
export const PINNED_TEMPLATES: readonly Template[] = [...PINNED_TOOLS, ...PINNED_ASSISTANTS];
