import {
  CLIENT_MESSAGE_TYPES,
  DEFAULT_CLIENT_MESSAGES,
  DEFAULT_SERVER_MESSAGES,
  SERVER_MESSAGE_TYPES,
} from "@callwright/contract";

export type MessagesField = "serverMessages" | "clientMessages";

/** Alternative spellings of one type. */
const SPELLINGS: Readonly<Record<string, string>> = {
  "transcript[transcriptType='final']": 'transcript[transcriptType="final"]',
};
const canonical = (type: string) => SPELLINGS[type] ?? type;

/** The types to choose from, each once. */
export const MESSAGE_CHOICES: Readonly<Record<MessagesField, readonly string[]>> = {
  serverMessages: [...new Set(SERVER_MESSAGE_TYPES.map(canonical))],
  clientMessages: CLIENT_MESSAGE_TYPES,
};
export const DEFAULT_MESSAGES: Readonly<Record<MessagesField, readonly string[]>> = {
  serverMessages: DEFAULT_SERVER_MESSAGES,
  clientMessages: DEFAULT_CLIENT_MESSAGES,
};

/** The types that are sent; without a list, the default ones. */
export function chosenMessages(field: MessagesField, value: readonly string[] | undefined): ReadonlySet<string> {
  return new Set((value ?? DEFAULT_MESSAGES[field]).map(canonical));
}

/** The list with a type added or removed; undefined when these are the default types. Types that the contract does not know are kept. */
export function withMessage(
  field: MessagesField,
  value: readonly string[] | undefined,
  type: string,
  isChosen: boolean,
): string[] | undefined {
  const before = value ?? DEFAULT_MESSAGES[field];
  const next = isChosen ? [...before, type] : before.filter((each) => canonical(each) !== type);
  const [chosen, byDefault] = [chosenMessages(field, next), chosenMessages(field, undefined)];
  const isDefault = chosen.size === byDefault.size && [...chosen].every((each) => byDefault.has(each));
  return isDefault ? undefined : next;
}
