import type { CreateTool, StoredFile } from "@callwright/contract";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { created } from "../api/created.ts";
import { KNOWLEDGE_TOOL } from "./instant-model.ts";

const FUNCTIONS = 19;
const KNOWLEDGE_BYTES = 50_000;

/** 19 functions with three parameters each, as a large assistant has. They never run. */
const functions = Array.from(
  { length: FUNCTIONS },
  (_, index): CreateTool => ({
    type: "function",
    function: {
      name: `update_record_${index}`,
      description: "Changes one record of a customer, after the customer has confirmed the new value.",
      parameters: {
        type: "object",
        properties: {
          customerId: { type: "string", description: "Number of the customer, eight digits." },
          field: { type: "string", enum: ["name", "address", "phone", "email"], description: "What is changed." },
          value: { type: "string", description: "The new value, as the customer said it." },
        },
        required: ["customerId", "field", "value"],
      },
    },
    server: { url: "http://127.0.0.1:9/tools" },
  }),
);

/** A handbook of many short sections. */
function handbook(): string {
  let text = "";
  for (let section = 1; text.length < KNOWLEDGE_BYTES; section++)
    text += `# Rule ${section}\nOn opening hours, Saturday and rule ${section}: shelf ${section * 7} is opened at nine and closed at five, unless the manager of hall ${section % 13} has written otherwise.\n\n`;
  return text;
}

/** 20 tools; one of them asks 50 kB of knowledge. */
export async function attachTools(
  send: TestClient["json"],
  upload: (form: FormData) => Promise<StoredFile>,
): Promise<{ tools: CreateTool[]; fileId: string }> {
  const form = new FormData();
  form.set("file", new Blob([handbook()]), "handbook.md");
  const { id: fileId } = await upload(form);
  for (let isRead = false; !isRead; ) {
    isRead = (await send<StoredFile>("GET", `/file/${fileId}`)).body.status === "done";
    if (!isRead) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const createPlan = { type: "create", chunkPlans: [{ fileIds: [fileId] }] };
  const base = await created(send, "/knowledge-base", { provider: "trieve", name: "Handbook", createPlan });
  const named = { name: KNOWLEDGE_TOOL, description: "The rules of the shop." };
  const knowledge: CreateTool = { type: "knowledgeBase", knowledgeBaseId: base.id, function: named };
  return { tools: [...functions, knowledge], fileId };
}
