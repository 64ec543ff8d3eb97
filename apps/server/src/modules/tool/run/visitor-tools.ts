/** Which tools of an assistant a visitor wrote. */
export interface VisitorTools {
  /** All of the model. */
  model: boolean;
  /** So many at the end of the model's list. */
  appended: number;
  hooks: boolean;
}

export const NO_VISITOR_TOOLS: VisitorTools = { model: false, appended: 0, hooks: false };

/** Whether these tools can have destinations of a visitor. */
export function mayHandOver({ model, appended }: VisitorTools): boolean {
  return model || appended > 0;
}

/** What a visitor sent of an assistant: all of it, or overrides in the order in which they were applied. */
interface Brought {
  isInline: boolean;
  overrides: readonly (Readonly<Record<string, unknown>> | null | undefined)[];
}

/** The tools of an assistant that a visitor wrote. Tools that overrides append have to stay at the end of the model's list. */
export function visitorTools({ isInline, overrides }: Brought): VisitorTools {
  const has = (field: string) => overrides.some((each) => Boolean(each?.[field]));
  const appended = overrides.map((each) => each?.["tools:append"]);
  return {
    model: isInline || has("model"),
    appended: appended.reduce<number>((sum, tools) => sum + (Array.isArray(tools) ? tools.length : 0), 0),
    hooks: isInline || has("hooks"),
  };
}
