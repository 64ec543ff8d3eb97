/** The playground's state in the address: whom it is with, or which conversation goes on. */
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
