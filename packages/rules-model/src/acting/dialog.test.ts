import { describe, expect, it } from "vitest";
import { answered, BOOK, CANCEL, converse, EMAIL, PIZZA, STATUS, TABLE, TRANSFER, text, tool, WEATHER } from "./testing/talk.ts";
import type { RulesTool } from "./tool-words.ts";

const DAY = "Which day would you like?";
const TIME = "What time would you like?";
const NAME = "What is your name?";
const SORRY = "I'm sorry, I did not understand that.";
const called = (...calls: (string | [string, unknown])[]) => calls;
const booked = (date: string, time: string, name: string, more = {}) =>
  ["book_appointment", { date, time, name, ...more }] as [string, unknown];

describe("values that come with the request", () => {
  it.each<[RulesTool[], string, [string, unknown]]>([
    [
      [BOOK],
      "I'd like to book an appointment for next Tuesday at half past three, my name is Ada Lovelace.",
      booked("2024-01-09", "15:30", "Ada Lovelace"),
    ],
    [
      [BOOK],
      "hello this is ada lovelace can you book me an appointment tomorrow at ten thirty for two people",
      booked("2024-01-04", "10:30", "Ada Lovelace", { people: 2 }),
    ],
    [
      [BOOK],
      "book an appointment on the fifth of march at quarter to nine in the morning under the name of jo miller please",
      booked("2024-03-05", "08:45", "Jo Miller"),
    ],
    [[BOOK, CANCEL], "i want to brook a point meant for son day at four pm my name is bo", booked("2024-01-07", "16:00", "Bo")],
    [
      [BOOK, CANCEL],
      "please cancel my appointment, the confirmation number is A B one two",
      ["cancel_appointment", { confirmationNumber: "AB12" }],
    ],
    [[STATUS, BOOK], "where is my order, it's number one two three four", ["get_order_status", { orderId: "1234" }]],
    [[STATUS, BOOK], "what's the status of order double five oh seven", ["get_order_status", { orderId: "5507" }]],
    [[WEATHER], "what is the weather in new york tomorrow", ["get_weather", { city: "New York" }]],
    [[WEATHER], "Will it rain in Paris?", ["get_weather", { city: "Paris" }]],
    [[WEATHER], "tell me the whether in london in fahrenheit please", ["get_weather", { city: "London", unit: "fahrenheit" }]],
    [
      [TABLE],
      "a table for four people on saturday at seven please",
      ["reserve_table", { partySize: 4, date: "2024-01-06", time: "19:00" }],
    ],
    [
      [TABLE],
      "could you reserve a table for 2 tonight at 8",
      ["reserve_table", { partySize: 2, date: "2024-01-03", time: "20:00" }],
    ],
    [
      [PIZZA],
      "i'd like to order an extra large pizza without delivery my number is five five five oh one two three four",
      ["order_pizza", { size: "extra_large", delivery: false, phone: "55501234" }],
    ],
    [
      [EMAIL],
      "send an email to ada dot lovelace at example dot com saying i am late",
      ["send_email", { to: "ada.lovelace@example.com", message: "i am late" }],
    ],
    [[TRANSFER, BOOK], "can i talk to a human", ["transfer_to_human", {}]],
    [[TRANSFER, BOOK], "put me through to your manager", ["transfer_to_human", {}]],
  ])("%#", (tools, said, expected) => expect(converse(tools).say(said)[0]).toEqual(expected));
});

describe("values that are asked for", () => {
  it("asks for one after the other, and calls once all are there", () => {
    const { say } = converse([BOOK, CANCEL], { book_appointment: "Your appointment is booked." });
    expect(say("hi I need an appointment")).toEqual([DAY]);
    expect(say("next tuesday")).toEqual([TIME]);
    expect(say("half past three")).toEqual([NAME]);
    expect(say("ada lovelace")).toEqual(called(booked("2024-01-09", "15:30", "Ada Lovelace"), "Your appointment is booked."));
  });

  it("takes several values at once, in any order, and corrections", () => {
    const { say } = converse([BOOK]);
    expect(say("an appointment please")).toEqual([DAY]);
    expect(say("it's for Ada King, on Friday")).toEqual([TIME]);
    expect(say("no, wednesday")).toEqual([TIME]);
    expect(say("at eleven")).toEqual([NAME]);
    expect(say("um it's Ada King")).toEqual(called(booked("2024-01-10", "11:00", "Ada King"), "Done."));
  });

  it("answers a question in between, and asks again", () => {
    const { say } = converse([BOOK]);
    say("I want to book an appointment for tomorrow");
    expect(say("where can I park?")).toEqual([`There is a free garage behind the salon. ${TIME}`]);
    expect(say("do you sell bicycles")).toEqual([`I'm sorry, I don't know that. ${TIME}`]);
    expect(say("okay")).toEqual([TIME]);
    expect(say("nine")).toEqual([NAME]);
  });

  it("says what it did not understand, and gives up in the end", () => {
    const { say } = converse([BOOK]);
    say("book an appointment");
    expect(say("the blue one")).toEqual([`${SORRY} ${DAY}`]);
    expect(say("the blue one i said")).toEqual([`${SORRY} ${DAY}`]);
    expect(say("blue")).toEqual([
      `I'm sorry, I did not understand that, so I cannot book the appointment now. How else can I help you?`,
    ]);
    expect(say("blue")[0]).toMatch(/^I'm sorry, I don't know that/);
  });

  it.each(["never mind", "no, forget it", "cancel that", "oh i changed my mind", "no thanks"])("leaves it: %s", (words) => {
    const { say } = converse([BOOK, CANCEL]);
    say("book an appointment");
    expect(say(words)).toEqual(["Alright, I leave it. How else can I help you?"]);
    expect(say("tomorrow")).not.toEqual([TIME]);
  });

  it("goes over to another tool", () => {
    const { say } = converse([BOOK, CANCEL]);
    say("book an appointment");
    expect(say("actually i need to cancel my appointment")).toEqual(["What is the confirmation number?"]);
    expect(say("a b twelve")[0]).toEqual(["cancel_appointment", { confirmationNumber: "AB12" }]);
  });

  it.each<[RulesTool, string, [string, string][], Record<string, unknown>]>([
    [
      TABLE,
      "i want to reserve a table",
      [
        ["How many people is it for?", "to"],
        [DAY, "the day after tomorrow"],
        [TIME, "ate thirty"],
      ],
      { partySize: 2, date: "2024-01-05", time: "20:30" },
    ],
    [
      PIZZA,
      "order a pizza",
      [
        ["Which size would you like: small, medium or extra large?", "the large one"],
        ["Would you like delivery? Please say yes or no.", "no thanks"],
        ["What is your phone number?", "it's 030 123456"],
      ],
      { size: "extra_large", delivery: false, phone: "030123456" },
    ],
    [
      EMAIL,
      "send an email",
      [
        ["What is your e-mail address?", "b o b at mail dot example dot org"],
        ["What would you like me to write?", "Please call me back."],
      ],
      { to: "bob@mail.example.org", message: "Please call me back." },
    ],
    [STATUS, "where is my order", [["What is the order number?", "it's A as in Alpha, one, seven"]], { orderId: "A17" }],
    [WEATHER, "how is the weather", [["Which city do you mean?", "um in los angeles please"]], { city: "Los Angeles" }],
  ])("%# $name", (asking, request, dialog, given) => {
    const { say } = converse([asking]);
    let said = say(request);
    for (const [question, reply] of dialog) {
      expect(said).toEqual([question]);
      said = say(reply);
    }
    expect(said[0]).toEqual([asking.name, given]);
  });

  it("does not take a number that is not allowed", () => {
    const { say } = converse([
      tool("roll_dice", "Rolls dice.", { count: { type: "integer", minimum: 1, maximum: 6, description: "Number of dice" } }),
    ]);
    expect(say("roll the dice")).toEqual(["How many would you like? It can be from 1 to 6."]);
    expect(say("nine")).toEqual([`${SORRY} How many would you like? It can be from 1 to 6.`]);
    expect(say("five")[0]).toEqual(["roll_dice", { count: 5 }]);
  });
});

describe("what is remembered", () => {
  it("knows the caller's name from earlier", () => {
    const { say } = converse([BOOK]);
    expect(say("hello my name is Ada Lovelace")).not.toEqual([]);
    expect(say("i'd like an appointment tomorrow at ten")[0]).toEqual(booked("2024-01-04", "10:00", "Ada Lovelace"));
    expect(say("and book another appointment on friday at three")[0]).toEqual(booked("2024-01-05", "15:00", "Ada Lovelace"));
  });

  it("takes an id from what another tool has found", () => {
    const find = tool("find_customer", "Finds a customer by phone.", { phone: text });
    const invoice = tool("send_invoice", "Sends the invoice.", { customerId: text });
    const { say } = converse([find, invoice], { find_customer: '{"customer":{"name":"Ada","customerId":"c-77"}}' });
    say("find the customer with phone 5551234567");
    expect(say("send the invoice")[0]).toEqual(["send_invoice", { customerId: "c-77" }]);
  });

  it("looks up again with another value, and does not book again", () => {
    const { say } = converse([WEATHER, BOOK], { get_weather: "It is sunny." });
    say("what's the weather in paris");
    expect(say("and in london?")).toEqual(called(["get_weather", { city: "London" }], "It is sunny."));
    say("book an appointment tomorrow at ten for Ada my name is Ada");
    expect(say("and on friday?")).not.toContainEqual(expect.arrayContaining(["book_appointment"]));
  });

  it("tries again after a failure, also with another value", () => {
    const { say } = converse([BOOK], { book_appointment: answered("This time is taken.", true) });
    const failure = "I'm sorry, I could not book the appointment. This time is taken.";
    expect(say("an appointment tomorrow at ten my name is Ada")).toEqual(called(booked("2024-01-04", "10:00", "Ada"), failure));
    expect(say("try again please")).toEqual(called(booked("2024-01-04", "10:00", "Ada"), failure));
    expect(say("at eleven then")).toEqual(called(booked("2024-01-04", "11:00", "Ada"), failure));
  });
});
