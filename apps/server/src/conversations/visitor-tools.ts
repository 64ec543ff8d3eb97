interface Agent {
  assistantId: string | null;
  assistantOverrides: Readonly<Record<string, unknown>> | null;
}

/** Which tools of an assistant a visitor wrote. */
export interface VisitorTools {
  /** All of the model. */
  model: boolean;
  /** So many at the end of the model's list. */
  appended: number;
  hooks: boolean;
}

export const NO_VISITOR_TOOLS: VisitorTools = { model: false, appended: 0, hooks: false };

/** The tools of an agent that a visitor named: those of an inline assistant, and of overrides. */
export function visitorTools({ assistantId, assistantOverrides }: Agent): VisitorTools {
  const { model, hooks, "tools:append": appended } = assistantOverrides ?? {};
  return {
    model: assistantId === null || Boolean(model),
    appended: Array.isArray(appended) ? appended.length : 0,
    hooks: assistantId === null || Boolean(hooks),
  };
}
