import { PlatformError } from "@callwright/contract";
import type { Texter } from "../../telephony/numbers/texter.ts";
import { describeTool, unavailableTool } from "./describe-tool.ts";
import { failed, type OpenTool, oneTool, type ToolScope, withoutRun } from "./tool-source.ts";

const TEXT_MAX_CHARACTERS = 1_600;
/** A telephone number in a text, with its country or without. */
const NUMBER = /\+?\d[\d\s().-]{7,}\d/g;
/** Minimum digits of a number without its country code. */
const NATIONAL_MIN_DIGITS = 9;

/**
 * Sends a text message with the number of the conversation: to its other party, or to a number that the assistant's instructions name. A caller
 * could otherwise make the assistant write to anybody.
 */
export const openSmsTool: OpenTool<"sms"> = (tool, scope) => {
  const texter = texterOf(scope);
  if (!texter) return withoutRun(unavailableTool(tool));
  const { customerNumber } = texter;
  const described = describeTool(tool, {
    parameters: {
      type: "object",
      properties: {
        message: { type: "string", description: "The text of the message." },
        to: {
          type: "string",
          description: `Who gets it, as +14155550123: a number that your instructions name.${customerNumber === undefined ? "" : " Leave it out for the person whom you talk to."}`,
        },
      },
      required: customerNumber === undefined ? ["message", "to"] : ["message"],
    },
  });
  return oneTool(described, async ({ arguments: { message, to } }) => {
    const text = typeof message === "string" ? message.trim() : "";
    if (text === "" || text.length > TEXT_MAX_CHARACTERS)
      return failed(`message must have 1 to ${TEXT_MAX_CHARACTERS} characters.`);
    const wanted = typeof to === "string" && to.trim() !== "" ? `+${digitsOf(to)}` : customerNumber;
    if (wanted === undefined) return failed("to is required: the number of this person is not known.");
    if (wanted !== customerNumber && !isNamed(wanted, scope))
      return failed(`No message was sent: the instructions do not name ${wanted}.`);
    try {
      await texter.send(wanted, text);
      return { result: `The message was sent to ${wanted}.`, failed: false };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return failed(`No message was sent: ${[error.problems ?? error.message].flat().join("; ")}`);
    }
  });

  function isNamed(number: string, { assistant }: ToolScope): boolean {
    const wanted = digitsOf(number);
    const named = (JSON.stringify([assistant.model?.messages, tool]).match(NUMBER) ?? []).map(digitsOf);
    return named.some((each) => each === wanted || (each.length >= NATIONAL_MIN_DIGITS && wanted.endsWith(each)));
  }
};

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** A browser's call has no number to write with. */
function texterOf({ conversation }: ToolScope): Texter | undefined {
  if (conversation.type === "call") return conversation.phone?.texter;
  return conversation.type === "chat" ? conversation.texter : undefined;
}
