import type { Knowledge } from "./prompt-facts.ts";

const GREETING = /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|howdy|there|riley)\b[\s,.!]*)+$/i;
const THANKS = /\b(?:thanks|thank you|thank u|cheers|appreciate)\b/i;
const GOODBYE =
  /\b(?:good ?bye|bye|see you|that(?:'s| is|s)? (?:all|it|everything)|hang up|talk to you later|have a (?:nice|good) (?:day|one))\b/i;
const WHO =
  /\b(?:who (?:are|is) (?:you|this|there|speaking)|what(?:'s| is|s)? your name|who am i (?:speaking|talking) (?:to|with))\b/i;
const MACHINE = /\b(?:robot|machine|human|real person|a person|computer|an? (?:ai|bot)|artificial)\b/i;
const ABILITIES = /\b(?:what (?:can|do) you (?:do|know|help)|how can you help|can you help me$|help me$|what can i ask)\b/i;
const HOW_ARE_YOU = /\bhow (?:are you|is it going|are things|do you do)\b/i;
const ASSENT = /^(?:yes|yeah|yep|no|nope|ok|okay|alright|sure|right|i see|got it|great|fine|perfect)[\s.!]*$/i;
/** A thank-you with more words than this is about something else. */
const SHORT_WORDS = 6;

/** Answers what is no question about the prompt; `undefined` for everything else. `topics` is what can be asked, in words. */
export function smallTalk(said: string, knowledge: Knowledge, topics: string): string | undefined {
  const short = said.split(/\s+/).length <= SHORT_WORDS;
  if (short && GOODBYE.test(said)) return "Thank you for calling. Goodbye!";
  if (short && THANKS.test(said)) return "You're welcome. Is there anything else you would like to know?";
  if (GREETING.test(said)) return greeting(knowledge);
  if (WHO.test(said)) return `${introduction(knowledge)} ${canTell(topics)}`.trim();
  if (MACHINE.test(said)) return "I am an automated assistant. I answer with what I have been told about this business.";
  if (HOW_ARE_YOU.test(said) && short) return "I'm doing well, thank you. How can I help you?";
  if (ABILITIES.test(said))
    return canTell(topics) || "I answer with what I have been told, and I have not been told anything yet.";
  if (ASSENT.test(said)) return "Alright. What else would you like to know?";
  return undefined;
}

export function greeting({ name }: Knowledge): string {
  return `Hello, ${name ? `this is ${name}` : "thank you for calling"}. How can I help you?`;
}

export function canTell(topics: string): string {
  return topics === "" ? "" : `I can tell you about ${topics}.`;
}

function introduction({ identity, name }: Knowledge): string {
  if (identity) return `I am ${identity}.`;
  return name ? `My name is ${name}.` : "I am an automated assistant.";
}
