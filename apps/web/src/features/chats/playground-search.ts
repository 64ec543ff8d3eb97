/** The playground's state in the address: the assistant, or the session to continue. */
export interface PlaygroundSearch {
  assistantId?: string;
  sessionId?: string;
}

export function playgroundSearch({ assistantId, sessionId }: Record<string, unknown>): PlaygroundSearch {
  return {
    ...(typeof assistantId === "string" && assistantId !== "" ? { assistantId } : {}),
    ...(typeof sessionId === "string" && sessionId !== "" ? { sessionId } : {}),
  };
}
