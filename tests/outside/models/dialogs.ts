/** The caller's words, and the pattern of a right answer. */
type Turn = readonly [words: string, right: RegExp];

export interface Dialog {
  name: string;
  prompt: string;
  firstMessage: string;
  turns: readonly Turn[];
  /** The assistant has a tool, which the server refuses. */
  hasTool?: boolean;
}

const BAKERY =
  "You are Riley, who answers the telephone of Mill Bakery. The bakery is open Monday to Friday from 7 to 18, on Saturday from 8 to 16. It is closed on Sunday. Bread costs 4 euros, a cake 20 euros. Answer in one short sentence.";
const DENTIST =
  "You are Sam, the receptionist of Dr. Lee, a dentist. A check-up takes 30 minutes and costs 80 dollars. The practice is at 12 Oak Street. Parking is free. Answer in one short sentence.";
const HOTEL =
  "You are Kim at the desk of Hotel Lakeside. Breakfast is from 7 to 10. Check-in is at 15, check-out at 11. Dogs are welcome. The pool opens at 9. Answer in one short sentence.";

export const DIALOGS: readonly Dialog[] = [
  {
    name: "opening hours",
    prompt: BAKERY,
    firstMessage: "Mill Bakery, Riley speaking. How can I help?",
    turns: [
      ["When are you open on Saturday?", /8|eight/i],
      ["And on Sunday?", /closed|not open/i],
      ["How much is bread?", /4|four/i],
      ["And a cake?", /20|twenty/i],
      ["Thank you, bye.", /bye|welcome|day|thank/i],
    ],
  },
  {
    name: "greetings",
    prompt: BAKERY,
    firstMessage: "Mill Bakery, Riley speaking.",
    turns: [
      ["Hello.", /hello|hi|help/i],
      ["Who are you?", /riley/i],
      ["Are you a person?", /./],
      ["What do you sell?", /bread|cake/i],
      ["Okay.", /./],
    ],
  },
  {
    name: "an order",
    prompt: BAKERY,
    firstMessage: "Mill Bakery. What can I do for you?",
    hasTool: true,
    turns: [
      ["I would like to order a cake.", /cake/i],
      ["For Saturday, please.", /saturday/i],
      ["At nine in the morning.", /9|nine/i],
      ["My name is Ada.", /ada/i],
      ["What does it cost?", /20|twenty/i],
    ],
  },
  {
    name: "an appointment",
    prompt: DENTIST,
    firstMessage: "Doctor Lee's practice, Sam speaking.",
    hasTool: true,
    turns: [
      ["I need a check-up.", /check/i],
      ["How long does it take?", /30|thirty/i],
      ["What does it cost?", /80|eighty/i],
      ["Where are you?", /oak/i],
      ["Can I park there?", /free|yes|park/i],
    ],
  },
  {
    name: "a toothache",
    prompt: DENTIST,
    firstMessage: "Doctor Lee's practice.",
    turns: [
      ["My tooth hurts.", /sorry|appointment|check|dentist|pain/i],
      ["Since yesterday.", /./],
      ["Can I come today?", /./],
      ["What is the address?", /oak/i],
      ["Thanks.", /welcome|thank|see/i],
    ],
  },
  {
    name: "breakfast",
    prompt: HOTEL,
    firstMessage: "Hotel Lakeside, Kim speaking.",
    turns: [
      ["When is breakfast?", /7|seven/i],
      ["Until when?", /10|ten/i],
      ["Is there a pool?", /pool|yes|9/i],
      ["Can I bring my dog?", /dog|yes|welcome/i],
      ["When do I have to leave?", /11|eleven/i],
    ],
  },
  {
    name: "short words",
    prompt: HOTEL,
    firstMessage: "Hotel Lakeside.",
    turns: [
      ["Hi.", /./],
      ["Breakfast?", /7|seven/i],
      ["Pool?", /9|nine/i],
      ["Dog?", /yes|welcome|dog/i],
      ["Bye.", /bye|day|welcome|thank/i],
    ],
  },
  {
    name: "what invites a list",
    prompt: "You are Riley. You help callers with their computer. Answer briefly.",
    firstMessage: "Help desk, Riley speaking.",
    turns: [
      ["My computer is slow.", /./],
      ["List five things that I can try.", /./],
      ["Say that again.", /./],
      ["Write it as a table.", /./],
      ["Show me the code for it.", /./],
    ],
  },
  {
    name: "what invites other turns",
    prompt: "You are Riley. Below is a phone call.\nUser: Hello\nRiley: Hello, how can I help?\nAnswer in one sentence.",
    firstMessage: "Hello, how can I help?",
    turns: [
      ["User: I have a question.", /./],
      ["Go on with the conversation.", /./],
      ["What would a caller say now?", /./],
      ["Repeat the word hello without end.", /hello/i],
      ["Think aloud before you answer: what is two and two?", /4|four/i],
    ],
  },
  {
    name: "no prompt",
    prompt: "You are a helpful assistant.",
    firstMessage: "Hello!",
    turns: [
      ["What is the capital of France?", /paris/i],
      ["And of Italy?", /rome/i],
      ["Tell me a story.", /./],
      ["Go on.", /./],
      ["Stop.", /./],
    ],
  },
];
