import { describe, expect, it } from "vitest";
import { answer, knowledgeOf } from "./answer.ts";

const SHOP = `You are Riley, the assistant of a small shop. Be brief and friendly. Never invent anything.
Opening hours:
- Monday to Friday 7:30 – 19:00
- Saturday 8:00 – 14:00
- Sunday closed

The shop is at 12 Market Street, next to the post office.
We deliver within 5 km for 4 euros.
If someone asks about parking, say that there is a free garage behind the shop.
You can order cakes two days ahead by phone.

# Payment
We take cash and all cards.`;

const WEEKDAYS = "From Monday to Friday, we are open from seven thirty in the morning until seven in the evening.";
const SATURDAY = "On Saturday, we are open from eight in the morning until two in the afternoon.";
const SUNDAY = "On Sunday, we are closed.";
const WEEK = `${WEEKDAYS} ${SATURDAY} ${SUNDAY}`;
const PARKING = "There is a free garage behind the shop.";
const CAKES = "You can order cakes two days ahead by phone.";
const DELIVERY = "We deliver within 5 km for 4 euros.";
const ADDRESS = "The shop is at 12 Market Street, next to the post office.";
const PAYMENT = "We take cash and all cards.";
const TOPICS = "I can tell you about our opening hours, parking, and payment.";
const DO_NOT_KNOW = `I'm sorry, I don't know that. ${TOPICS}`;

const ask = (question: string, prompt = SHOP) => reply(question, prompt).text;
const reply = (question: string, ...prompts: string[]) =>
  answer(question, knowledgeOf((prompts.length > 0 ? prompts : [SHOP]).join("\n")));

describe("opening hours", () => {
  it.each([
    ["What are your opening hours on Saturday?", SATURDAY],
    ["hello what are your opening hours on saturday", SATURDAY],
    ["hello what are your opening hours and saturday", SATURDAY],
    ["eye what are your opening hours on saturday", SATURDAY],
    ["what are your opening on saturday", SATURDAY],
    ["open saturday", SATURDAY],
    ["and on saturday", SATURDAY],
    ["are you open on sunday", SUNDAY],
    ["are you again on sunday", SUNDAY],
    ["eye are you open on son day", SUNDAY],
    ["is the shop closed on sundays", SUNDAY],
    ["when do you open on weekdays", WEEKDAYS],
    ["when are you open during the week", WEEKDAYS],
    ["when do you open on tuesday", WEEKDAYS.replace("From Monday to Friday", "On Tuesday")],
    ["when you you know been on monday", WEEKDAYS.replace("From Monday to Friday", "On Monday")],
    ["what time do you close on friday", WEEKDAYS.replace("From Monday to Friday", "On Friday")],
    ["what time do you put some friday", WEEKDAYS.replace("From Monday to Friday", "On Friday")],
    ["how late are you open thursday", WEEKDAYS.replace("From Monday to Friday", "On Thursday")],
    ["are you open on the weekend", `${SATURDAY} ${SUNDAY}`],
    ["what are your hours on saturday and sunday", `${SATURDAY} ${SUNDAY}`],
    ["what are your opening hours", WEEK],
    ["when are you open", WEEK],
    ["are you open today", WEEK],
    ["hours", WEEK],
  ])("%s", (question, expected) => expect(ask(question)).toBe(expected));

  it("says so when a day is not known", () => {
    expect(ask("are you open on sunday", "Monday to Friday 9 to 5")).toBe(
      "I'm sorry, I don't know our hours on Sunday. From Monday to Friday, we are open from nine in the morning until five in the afternoon.",
    );
  });
});

describe("facts of the prompt", () => {
  it.each([
    ["do you deliver", DELIVERY],
    ["do you have a delivery service", DELIVERY],
    ["how much is delivery", DELIVERY],
    ["where is your shop", ADDRESS],
    ["hello, what is your address please", ADDRESS],
    ["where can i park", PARKING],
    ["is there parking", PARKING],
    ["can i order a cake for tomorrow", CAKES],
    ["can i either a cake for tomorrow", CAKES],
    ["can i collect a cake on saturday", CAKES],
    ["can i pay by card", PAYMENT],
    ["do you accept credit cards", PAYMENT],
  ])("%s", (question, expected) => expect(ask(question)).toBe(expected));

  it.each(["do you sell bicycles", "what is the capital of france", "how much is a coffee", "i i i", "um", "???"])(
    "does not know: %s",
    (question) => expect(ask(question)).toBe(DO_NOT_KNOW),
  );

  it("never says an instruction", () => {
    expect(ask("be brief and friendly and never invent anything")).toBe(DO_NOT_KNOW);
  });

  it("reads a line without end in pieces, and as much of a prompt as it can in time", () => {
    const filler = "We have bread and rolls in many shapes. ".repeat(20_000);
    expect(ask("do you deliver", `The bakery delivers to your door. ${filler}`)).toBe("The bakery delivers to your door.");
    expect(ask("do you deliver", `${filler} The bakery delivers to your door.`)).toMatch(/^I'm sorry, I don't know that/);
  });

  it("finds facts in later system messages too", () => {
    expect(reply("what is the wifi password", SHOP, "The wifi password is on the receipt.").text).toBe(
      "The wifi password is on the receipt.",
    );
  });
});

describe("small talk", () => {
  it.each([
    ["hello", "Hello, this is Riley. How can I help you?"],
    ["Good morning!", "Hello, this is Riley. How can I help you?"],
    ["thank you", "You're welcome. Is there anything else you would like to know?"],
    ["thank you goodbye", "Thank you for calling. Goodbye!"],
    ["bye", "Thank you for calling. Goodbye!"],
    ["who are you", `I am Riley, the assistant of a small shop. ${TOPICS}`],
    ["am i talking to a robot", "I am an automated assistant. I answer with what I have been told about this business."],
    ["what can you do", TOPICS],
    ["okay", "Alright. What else would you like to know?"],
    ["thanks and are you open on sunday by the way", SUNDAY],
  ])("%s", (said, expected) => expect(ask(said)).toBe(expected));

  it.each(["bye", "okay goodbye", "thanks, that's all", "no, that is everything.", "see you tomorrow"])(
    "is over after: %s",
    (said) => expect(reply(said)).toMatchObject({ text: "Thank you for calling. Goodbye!", isGoodbye: true }),
  );

  it.each(["is that all", "is that all?", "can I see you on Monday", "thank you", "what is that"])("goes on after: %s", (said) =>
    expect(reply(said).isGoodbye).toBe(false),
  );

  it("is not kept busy by a greeting without end", () => {
    expect(ask(`${"hi ".repeat(60)}x`)).toMatch(/^I'm sorry, I don't know that/);
    expect(ask("hello there, ".repeat(60))).toBe("Hello, this is Riley. How can I help you?");
  });

  it("greets before the first words", () => {
    expect(reply("").text).toBe("Hello, this is Riley. How can I help you?");
  });

  it("is honest without a prompt", () => {
    expect(reply("what are your opening hours", "").text).toBe("I'm sorry, I don't know that.");
    expect(reply("", "").text).toBe("Hello, thank you for calling. How can I help you?");
  });
});
