import { expect, it } from "vitest";
import { readPrompt } from "./prompt-facts.ts";

const sentencesOf = (prompt: string) => readPrompt(prompt).facts.map(({ sentence }) => sentence);

it.each([
  "To book, ask for name, day and time, then call book_appointment.",
  "Then call the booking tool.",
  "Collect the caller's full name and phone number.",
  "First, confirm the date.",
  "For emergencies, tell them to dial 911.",
  "Once confirmed, read the booking back.",
  "When someone is angry, stay calm.",
  "Before ending the call, ask whether there is anything else.",
  "If you are unsure, transfer the call.",
  "Booking: ask for the date first.",
  "Important: never give medical advice.",
  "Always confirm the spelling.",
  "Double-check the number.",
  "You should sound cheerful.",
  "The goal is to book an appointment.",
  "The assistant must not give discounts.",
  "Responses should be under two sentences.",
  "Callers can ask for a human, who is reached with transferCall.",
  "Tone: warm and calm",
  "Agent: Thank you for calling.",
  '"Thank you for calling, how can I help?"',
  "What is your date of birth?",
  "Hello {{name}}, welcome back.",
  "If the caller asks about refunds, say that you will look it up with find_order.",
  "If someone wants a human, tell them to hold the line.",
  "One question at a time.",
  'Start with: "Thank you for calling. This is Riley, your assistant. The clinic is open."',
  'Say "One moment. The calendar is loading."',
])("is not said to a caller: %s", (sentence) => expect(sentencesOf(sentence)).toEqual([]));

it.each([
  "Check-in is at 3 pm.",
  "Return policy: 30 days with the receipt.",
  "Store address: 12 Market Street.",
  "Show tickets cost 20 euros.",
  "Start of the season is in May.",
  "In summer, the terrace is open until ten.",
  "When it rains, the terrace is closed.",
  "Call center: 555 0100.",
  "You can order cakes two days ahead by phone.",
  "Haircut: 30 euros.",
  "Free parking behind the shop.",
  "Our tools are rented by the day.",
  "We take cash, offer gift cards and ship abroad.",
  "Customers can park behind the library for free.",
])("is a fact: %s", (sentence) => expect(sentencesOf(sentence)).toEqual([sentence]));

it("says nothing of a section of rules, nor of a list of what to ask for", () => {
  const prompt = `# Rules
Short and friendly.
Prices in dollars.

## Conversation flow
1. Greeting and name
2. Date of birth

# Prices
A cleaning is 80 dollars.

Collect the following:
- Full name
- Phone number

We are at 5 Elm Street.
**Style**
Warm, calm, professional.`;
  expect(sentencesOf(prompt)).toEqual(["A cleaning is 80 dollars.", "We are at 5 Elm Street."]);
});

it("takes for its identity what it is, and not what it is to do", () => {
  const identity = (prompt: string) => readPrompt(prompt).identity;
  expect(identity("If you are unsure, ask again.")).toBeUndefined();
  expect(identity("You are friendly and brief.")).toBeUndefined();
  expect(identity("You are Mia, the receptionist of Bright Smile, and you must never give medical advice.")).toBe(
    "Mia, the receptionist of Bright Smile",
  );
  expect(identity("You are a helpful assistant who always confirms the date.")).toBe("a helpful assistant");
});

it.each(["Address", "Contact", "Order status", "Return policy", "Show times", "Help"])(
  "takes %s for a heading over facts",
  (heading) => {
    expect(sentencesOf(`# ${heading}\nThe shop is at 5 Elm Street.`)).toEqual(["The shop is at 5 Elm Street."]);
  },
);
