interface Agent {
  assistantId: string | null;
  assistantOverrides: Readonly<Record<string, unknown>> | null;
}

/** Are the tools those of a stored assistant? Otherwise a visitor may have written them. */
export function hasStoredTools({ assistantId, assistantOverrides }: Agent): boolean {
  return assistantId !== null && !["model", "tools:append", "hooks"].some((field) => assistantOverrides?.[field]);
}
