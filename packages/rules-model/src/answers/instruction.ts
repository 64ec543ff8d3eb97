const wordSet = (words: string) => new Set(words.split(" "));

/** Verbs that mostly begin an instruction to the assistant. */
const COMMANDS = wordSet(
  "acknowledge act adapt adopt allow announce answer apologise apologize ask assist assume assure avoid be clarify collect confirm consider " +
    "convert define describe determine discuss do don't dont double-check emphasize empathize encourage ensure escalate explain express " +
    "follow gather get give go greet guide have hear help identify ignore include inform inquire insist introduce invite keep lead let " +
    "listen locate maintain make mention never notify obtain omit only perform persuade please prefer prioritize proceed pronounce " +
    "provide qualify reassure recommend redirect refer refrain refuse reject remain remember remind repeat rephrase reply reschedule " +
    "respect respond restate retrieve reveal say see send skip speak spell stay steer stick suggest summarize tell thank treat try " +
    "understand use validate verify warn you your you're",
);
/** Verbs that are nouns as well: "Return policy: 30 days" and "Show tickets cost 20 euros" are facts. */
const COMMANDS_OR_NOUNS = wordSet(
  "add address adjust begin book call cancel change check choose close complete contact continue create direct end establish find finish " +
    "focus handle hold invoke limit log look match move note offer pause play prompt put read record refund request require resolve " +
    "return route run save schedule search share show sound start state stop store take talk transfer trigger update wait welcome work " +
    "wrap write",
);
const NOUN_BEFORE =
  /^(?:\s+(?!(?:an?|at|by|each|for|from|in|on|out|the|to|up|with|your)\b)[\p{L}'-]+){0,2}?\s*(?:[:–]|\s(?:is|are|was|of|costs?|takes?|starts?|begins?|ends?|opens?|closes?|appl(?:y|ies)|has|have|can|may|will|needs?|\d)\b)/u;

/** Words before the verb: "Then always confirm …". */
const BEFORE_THE_VERB =
  /^(?:(?:and|also|always|but|finally|first|firstly|gently|immediately|important|instead|last|lastly|next|note|now|otherwise|politely|second|secondly|so|then|warmly)\b[\s,:]*)+/i;
/** A sentence with this beginning may instruct the assistant in its next part. */
const SETS_A_SCENE =
  /^(?:after|as|at|before|by|during|for|if|in|on|once|to|unless|until|upon|when|whenever|whether|while|with|without)\b/i;
/** The boundary between parts of a sentence. */
const PARTS = /[,;:]\s+|\s[–—-]\s/;

/** Words that only authors of prompts use. */
const SPEAKS_OF_PROMPTS = [
  /\b(?:callers?|users?)\b/i,
  /\{\{|\}\}|`|<\/?[a-z]|\[[^\]]+\]/i,
  // Names of tools: book_appointment, transferCall.
  /\b[a-z\d]+(?:_[a-z\d]+)+\b|\b[a-z]{2,}[A-Z][a-z]\w*/,
  /\b(?:call|invoke|run|trigger|use|using|via)\b.*\b(?:tool|function|api|endpoint|webhook)s?\b/i,
  /\b(?:at a time|emojis?|jargon|markdown|persona|sentences?)\b/i,
  /^(?:the|this|your) (?:ai |voice |virtual )*(?:agent|aim|assistant|bot|call|conversation|goal|model|objective|purpose|task|tone)\b/i,
  /^(?:all |any |each |every |the |your )?(?:answers?|repl(?:y|ies)|responses?)\b/i,
  /^(?:agent|ai|assistant|bot|customer|format|goal|language|objective|persona|role|style|task|tone|voice)\s*:/i,
  // A line of a script, or a question to ask.
  /^["“‘']|\?$/,
];
const HEADING =
  /^(?:(?:agent|assistant|call|conversation|core|general|important|key|main|primary|response|speaking|voice|your)(?:'s)? )*(?:behaviou?r|boundaries|call flow|closing|constraints|context|dialogue|do'?s and don'?ts|edge cases|error handling|escalation|examples?|flow|goals?|greeting|guardrails|guidelines|identity|important|instructions?|limitations|notes?|objectives?|opening|personality|persona|principles|process|prompt|reminders?|restrictions|role|rules?|safety|scripts?|steps?|style|tasks?|tone|tools?|workflow)(?: (?:and|&|of|for) .*)?$/i;

/** Is the sentence for the assistant, and not for its callers? In doubt it is: a caller who hears instructions hears a machine. */
export function isInstruction(sentence: string): boolean {
  if (SPEAKS_OF_PROMPTS.some((pattern) => pattern.test(sentence))) return true;
  if (/^if\b/i.test(sentence)) return true;
  const [first = "", ...others] = sentence.split(PARTS);
  if (isCommand(sentence)) return true;
  const isLabelled = sentence.charAt(first.length) === ":";
  return (isLabelled || SETS_A_SCENE.test(first)) && others.some(isCommand);
}

/** Does what stands under the heading tell the assistant how to behave? A word that is a noun as well heads facts: "Address", "Order status". */
export function isInstructionHeading(heading: string): boolean {
  const words = heading.replace(/^\d+[.)]\s*/, "");
  const [first = "", second] = words.toLowerCase().split(/\s+/);
  if (HEADING.test(words) || (COMMANDS.has(first) && second !== undefined)) return true;
  return SPEAKS_OF_PROMPTS.some((pattern) => pattern.test(words));
}

function isCommand(part: string): boolean {
  const sentence = part.replace(BEFORE_THE_VERB, "");
  const verb = /^[\p{L}'’-]+/u.exec(sentence)?.[0] ?? "";
  const command = verb.toLowerCase().replace("’", "'");
  // "You can order cakes by phone" is addressed to callers.
  if (command === "you") return !/^you (?:can|may) (?!answer|help|tell|use|ask|transfer|end|speak)/i.test(sentence);
  if (COMMANDS.has(command)) return true;
  return COMMANDS_OR_NOUNS.has(command) && !NOUN_BEFORE.test(sentence.slice(verb.length));
}
