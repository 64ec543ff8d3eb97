import { z } from "zod";

/** An assistant, its overrides or a squad inside a tool. Tools are inside of these again, which is why it is not typed to the end. */
export interface InlineShape {
  name?: string | undefined;
  [field: string]: unknown;
}

type InlineShapeName = "assistant" | "assistantOverrides" | "squad";

const bound = new Map<InlineShapeName, z.ZodType>();

/**
 * Says what an inline shape is. Assistants hold tools and tools hold assistants: modules may not import each other, so the shape that is
 * imported last hands itself in.
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
