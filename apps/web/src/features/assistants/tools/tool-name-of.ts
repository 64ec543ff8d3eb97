/** The name by which the model calls a tool. Undefined: the type names it. */
export function toolNameOf(tool: object): string | undefined {
  return nameIn(tool) ?? ("function" in tool ? nameIn(tool.function) : undefined);
}

function nameIn(holder: unknown): string | undefined {
  if (typeof holder !== "object" || holder === null || !("name" in holder)) return undefined;
  return typeof holder.name === "string" && holder.name !== "" ? holder.name : undefined;
}
