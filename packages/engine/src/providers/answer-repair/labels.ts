/** Names that models give themselves, besides the assistant's own. */
const OWN_LABELS = ["assistant", "ai", "bot"];
/** Names of the other party, whose turns a model invents. */
const CALLER_LABELS = [
  ...["user", "human", "caller", "benutzer", "nutzer", "anrufer", "anruferin", "utilisateur", "appelant", "usuario", "llamante"],
  ...["utente", "chiamante", "usuário", "gebruiker", "beller", "użytkownik", "пользователь", "用户", "ユーザー"],
];
/** These words also label entries of lists, such as the details of a booking. They begin a turn only after a question. */
const CALLER_LABELS_AFTER_QUESTION = ["customer", "client", "guest", "kunde", "kundin", "cliente"];
/** Role names that templates write on separate lines. */
const ROLE_LINES: readonly string[] = ["assistant", "model", "user"];

const SENTENCE_END = /[.!?…。！？]["'”’)\]*_]*$/u;
const QUESTION_END = /[?？]["'”’)\]*_]*$/u;

/** `own`: the words of the assistant follow. `callers`: invented words of the caller do. `open`: more of the text decides. */
type Label = { of: "own" | "callers"; length: number } | "open" | undefined;

/** The label at the beginning of a line, such as `User:` or `**Riley:**`. `said`: the end of the spoken text. */
export function labelAt(line: string, ownNames: readonly string[], said: string): Label {
  const [ornament = ""] = /^[\s*_#]{0,8}/.exec(line) ?? [];
  const text = line.slice(ornament.length, ornament.length + 60).toLowerCase();
  if (text === "") return /[*_#]/.test(ornament) ? "open" : undefined;
  const end = said.trimEnd();
  const callers = [
    ...(end === "" || SENTENCE_END.test(end) ? CALLER_LABELS : []),
    ...(QUESTION_END.test(end) ? CALLER_LABELS_AFTER_QUESTION : []),
  ];
  let isOpen = false;
  for (const [of, labels] of [["own", [...ownNames, ...OWN_LABELS, "model"]] as const, ["callers", callers] as const])
    for (const label of labels) {
      const length = lengthOfLabel(text, label);
      if (length === "open") isOpen = true;
      else if (length !== undefined) return { of, length: ornament.length + length };
    }
  return isOpen ? "open" : undefined;
}

function lengthOfLabel(text: string, label: string): number | "open" | undefined {
  if (label.startsWith(text)) return "open";
  if (!text.startsWith(label)) return undefined;
  const after = text.slice(label.length);
  if (ROLE_LINES.includes(label) && after.startsWith("\n")) return label.length + 1;
  // "Model: X100" is the name of a thing.
  if (label === "model") return after === "" ? "open" : undefined;
  const colon = /^[*_]{0,3} ?[:：]/.exec(after)?.[0];
  if (colon !== undefined) return label.length + colon.length;
  return /^[*_]{0,3} ?$/.test(after) ? "open" : undefined;
}

const INTRODUCTION =
  /\b(?:you are|you're|name is|du bist|du heißt|tu es|tu t'appelles|eres|te llamas|sei|ti chiami|você é)\s+(\p{Lu}[\p{L}'’-]{1,30})/giu;

/** The names by which a prompt calls the assistant, in lower case. */
export const namesInPrompt = (prompt: string): string[] => [
  ...new Set(
    [...prompt.slice(0, 4000).matchAll(INTRODUCTION)].flatMap(([, name = ""]) =>
      /^\p{Lu}/u.test(name) ? [name.toLowerCase()] : [],
    ),
  ),
];
