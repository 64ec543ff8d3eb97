/** The platform documents several forms, and servers read different ones, so all are sent. */
export function toolCallFields(
  { id, name, given }: { id: string; name: string; given: object },
  tool: object,
): Record<"functionCall" | "toolCallList" | "toolCalls" | "toolWithToolCallList", object> {
  const values = { name, arguments: given, parameters: given };
  const toolCall = { id, type: "function", ...values, function: values };
  return {
    toolCalls: [toolCall],
    toolCallList: [toolCall],
    toolWithToolCallList: [{ ...tool, toolCall }],
    functionCall: { name, parameters: given },
  };
}
