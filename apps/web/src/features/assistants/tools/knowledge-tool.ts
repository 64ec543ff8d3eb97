import type { CreateTool } from "@callwright/contract";

const NAME_CHARACTERS = 64;

/** The tool by which a model asks a knowledge base: `ask_house_rules`. */
export function knowledgeTool(knowledgeBaseId: string, baseName: string, description: string): CreateTool {
  const words = baseName
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .match(/[a-z0-9]+/g);
  const name = ["ask", ...(words ?? ["knowledge"])].join("_").slice(0, NAME_CHARACTERS);
  return { type: "knowledgeBase", knowledgeBaseId, function: { name, description } };
}
