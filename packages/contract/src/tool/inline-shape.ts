import { z } from "zod";

/** An assistant, its overrides or a squad inside a tool. Not fully typed, because these contain tools again. */
export interface InlineShape {
  name?: string | undefined;
  [field: string]: unknown;
}

type InlineShapeName = "assistant" | "assistantOverrides" | "squad" | "transferAssistant";

const bound = new Map<InlineShapeName, z.ZodType>();

/**
 * Sets the schema of an inline shape. Assistants contain tools and tools contain assistants, but modules may not import each other.
 * So the schema that loads last registers itself here.
 */
export function bindInlineShape(name: InlineShapeName, schema: z.ZodType): void {
  bound.set(name, schema);
}

function inlineShape(name: InlineShapeName) {
  return z.lazy((): z.ZodType<InlineShape, InlineShape> => {
    const schema = bound.get(name);
    if (!schema) throw new Error(`No module has bound the inline ${name}. Import the contract by its package name.`);
    return schema as z.ZodType<InlineShape, InlineShape>;
  });
}

export const InlineAssistant = inlineShape("assistant");
export const InlineAssistantOverrides = inlineShape("assistantOverrides");
export const InlineSquad = inlineShape("squad");
export const InlineTransferAssistant = inlineShape("transferAssistant");
