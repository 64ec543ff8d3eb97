import type { Knowledge } from "./prompt-facts.ts";

const GREETING = /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|howdy|there|riley)\b[\s,.!]*)+$/i;
const THANKS = /\b(?:thanks|thank you|thank u|cheers|appreciate)\b/i;
const SAYS_GOODBYE =
  /\b(?:good ?bye?|bye|hang up|talk to you later|have a (?:nice|good|great) (?:day|evening|one))\b|\bsee you(?: (?:later|soon|then|tomorrow))?[.!]?$|^(?!.*\?)(?:[\w']+[,.]? ){0,3}?that(?:'s| is|s) (?:all|it|everything)\b/i;
const WHO =
  /\b(?:who (?:are|is) (?:you|this|there|speaking)|what(?:'s| is|s)? your name|who am i (?:speaking|talking) (?:to|with))\b/i;
const MACHINE = /\b(?:robot|machine|human|real person|a person|computer|an? (?:ai|bot)|artificial)\b/i;
const ABILITIES = /\b(?:what (?:can|do) you (?:do|know|help)|how can you help|can you help me$|help me$|what can i ask)\b/i;
const HOW_ARE_YOU = /\bhow (?:are you|is it going|are things|do you do)\b/i;
const ASSENT = /^(?:yes|yeah|yep|no|nope|ok|okay|alright|sure|right|i see|got it|great|fine|perfect)[\s.!]*$/i;
/** A thank-you with more words than this has another subject. */
const SHORT_WORDS = 6;

/** Answers words that are not a question about the prompt; `undefined` for everything else. `offer` names the possible questions, in sentences. */
export function smallTalk(said: string, knowledge: Knowledge, offer: string): string | undefined {
  const short = isShort(said);
  if (short && THANKS.test(said)) return "You're welcome. Is there anything else you would like to know?";
  if (GREETING.test(said)) return greeting(knowledge);
  if (WHO.test(said)) return `${introduction(knowledge)} ${offer}`.trim();
  if (MACHINE.test(said)) return "I am an automated assistant. I answer with what I have been told about this business.";
  if (HOW_ARE_YOU.test(said) && short) return "I'm doing well, thank you. How can I help you?";
  if (ABILITIES.test(said)) return offer || "I answer with what I have been told, and I have not been told anything yet.";
  if (ASSENT.test(said)) return "Alright. What else would you like to know?";
  return undefined;
}

export const GOODBYE = "Thank you for calling. Goodbye!";

/** "Thank you so much, that's all. Goodbye!": longer, and nothing else. */
const THANKS_AND_BYE =
  /^(?:(?:um|uh|er|well|okay|ok|great|lovely|perfect|finally|fine|thanks?|thank you|so much|very much|a lot|for your help|that(?:'s| is| was|s) (?:all|it|everything)|never ?mind|then|good ?bye|bye)\b[\s,.!]*)+$/i;

/** The caller wants to end the call, not to ask a question. */
export function saysGoodbye(said: string): boolean {
  return (isShort(said) && SAYS_GOODBYE.test(said)) || (/\bbye\b|goodbye/i.test(said) && THANKS_AND_BYE.test(said));
}

function isShort(said: string): boolean {
  return said.split(/\s+/).length <= SHORT_WORDS;
}

export function greeting({ name }: Knowledge): string {
  return `Hello, ${name ? `this is ${name}` : "thank you for calling"}. How can I help you?`;
}

function introduction({ identity, name }: Knowledge): string {
  if (identity) return `I am ${identity}.`;
  return name ? `My name is ${name}.` : "I am an automated assistant.";
}
