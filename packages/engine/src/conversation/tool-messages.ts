import type { ToolMessage } from "@callwright/contract";

type MessageType = ToolMessage["type"];
type MessageOf<Type extends MessageType> = Extract<ToolMessage, { type: Type }>;

/** The message of a type for these arguments: the first whose conditions hold, or else the first without conditions. */
export function findToolMessage<Type extends MessageType>(
  messages: readonly ToolMessage[],
  type: Type,
  given: Record<string, unknown>,
): MessageOf<Type> | undefined {
  const candidates = messages.filter((message): message is MessageOf<Type> => message.type === type);
  const isConditional = ({ conditions = [] }: ToolMessage) => conditions.length > 0;
  return (
    candidates.find((message) => isConditional(message) && holds(message, given)) ??
    candidates.find((each) => !isConditional(each))
  );
}

/** The delayed messages for these arguments, each with its delay. */
export function delayedMessages(
  messages: readonly ToolMessage[],
  given: Record<string, unknown>,
): MessageOf<"request-response-delayed">[] {
  return messages.filter(
    (message): message is MessageOf<"request-response-delayed"> =>
      message.type === "request-response-delayed" && holds(message, given),
  );
}

/** The text of a message in a language ("en", "en-US"): its own text in that language, or else the first. Empty: the message is not spoken. */
export function toolMessageText({ content, contents = [] }: ToolMessage, language: string): string {
  const base = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
  const inLanguage =
    contents.find((each) => each.language.toLowerCase() === language.toLowerCase()) ??
    contents.find((each) => base(each.language) === base(language)) ??
    contents[0];
  return inLanguage?.text ?? content ?? "";
}

function holds({ conditions = [] }: ToolMessage, given: Record<string, unknown>): boolean {
  return conditions.every(({ param, operator, value }) => compare(valueAt(given, param), operator, value));
}

/** `param` may be a path: "customer.age". */
function valueAt(given: unknown, param: string): unknown {
  return param
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      given,
    );
}

type Operator = NonNullable<ToolMessage["conditions"]>[number]["operator"];

/** Compares numbers if both are numbers, otherwise texts. */
function compare(actual: unknown, operator: Operator, expected: string): boolean {
  const text = typeof actual === "object" && actual !== null ? JSON.stringify(actual) : String(actual ?? "");
  const areNumbers =
    text.trim() !== "" && expected.trim() !== "" && !Number.isNaN(Number(text)) && !Number.isNaN(Number(expected));
  const [one, other] = areNumbers ? [Number(text), Number(expected)] : [text, expected];
  switch (operator) {
    case "eq":
      return one === other;
    case "neq":
      return one !== other;
    case "gt":
      return one > other;
    case "gte":
      return one >= other;
    case "lt":
      return one < other;
    case "lte":
      return one <= other;
  }
}
