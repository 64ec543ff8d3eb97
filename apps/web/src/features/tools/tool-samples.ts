import type { CreateTool } from "@callwright/contract";

/** Tools that work when they are tested: their addresses are examples, to be replaced by one's own. */
export const TOOL_SAMPLES = {
  "sample-appointments": {
    type: "apiRequest",
    name: "find_free_appointments",
    description: "Looks up free appointments for one treatment on one day. Use it before you offer any time.",
    method: "GET",
    url: "https://api.example.com/appointments/{{ day }}",
    body: {
      type: "object",
      properties: {
        treatment: { type: "string", enum: ["check-up", "hygiene", "filling", "emergency"] },
        day: { type: "string", format: "date", description: "Never in the past; counts from today." },
        part_of_day: { type: "string", enum: ["morning", "afternoon"] },
        dentist: { type: "string", description: "Only when the caller names one." },
      },
      required: ["treatment", "day"],
    },
    messages: [
      { type: "request-start", content: "One moment, I am looking at the diary." },
      { type: "request-failed", content: "I cannot reach the diary. May I take your number?" },
    ],
  },
  "sample-hours": {
    type: "code",
    function: {
      name: "opening_hours_today",
      description: "The opening hours of today. Use it when the caller asks whether you are open.",
      parameters: { type: "object", properties: {} },
    },
    code: `const HOURS = ["closed", "8:00 to 18:00", "8:00 to 18:00", "8:00 to 18:00", "8:00 to 18:00", "8:00 to 15:00", "9:00 to 12:00"];
const day = new Date();
return { day: day.toISOString().slice(0, 10), hours: HOURS[day.getDay()] };`,
  },
  "sample-reception": {
    type: "transferCall",
    function: {
      name: "transfer_to_reception",
      description: "Transfers the caller to a person at the reception. Use it when the caller asks for a person.",
    },
    destinations: [
      {
        type: "number",
        number: "+14155550123",
        message: "I am putting you through to the reception.",
        transferPlan: { mode: "warm-transfer-say-summary" },
      },
    ],
  },
  "sample-booking": {
    type: "function",
    function: {
      name: "book_appointment",
      description: "Books an appointment. Use it when the caller has agreed to a day and a time.",
      parameters: {
        type: "object",
        properties: {
          name: { type: "string", description: "First and last name of the caller." },
          day: { type: "string", format: "date" },
          time: { type: "string", description: "As 14:30." },
        },
        required: ["name", "day", "time"],
      },
    },
    server: { url: "https://example.com/tools" },
    messages: [{ type: "request-start", content: "I am booking that for you." }],
  },
} satisfies Record<string, CreateTool>;

export type ToolSample = keyof typeof TOOL_SAMPLES;
