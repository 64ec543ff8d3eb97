import type { CreateWorkflow } from "../workflow/workflow.ts";
import type { WorkflowModel } from "../workflow/workflow-model.ts";
import { SAMPLE_ID } from "./sample-parts.ts";
import { plansWith } from "./saturated-assistant.ts";
import { saturatedTranscribers, saturatedVoices } from "./saturated-assistant-parts.ts";
import { SAMPLE_VARIABLE_EXTRACTION, saturatedTools } from "./saturated-tool.ts";

const model = { messages: [{ role: "system" as const, content: "Sell pizza." }], temperature: 0.9, maxTokens: 2500 };
const thinking = { type: "enabled" as const, budgetTokens: 2000 };

const models: WorkflowModel[] = [
  { provider: "callwright", model: "builtin", ...model },
  { provider: "openai", model: "gpt-4.1", ...model },
  { provider: "anthropic", model: "claude-sonnet-4-20250514", thinking, ...model },
  { provider: "anthropic-bedrock", model: "claude-sonnet-4-20250514", thinking, ...model },
  { provider: "google", model: "gemini-2.5-pro", ...model },
  {
    provider: "custom-llm",
    model: "llama",
    url: "http://127.0.0.1:11434/v1",
    headers: { "x-team": "sales" },
    metadataSendMode: "off",
    timeoutSeconds: 30,
    ...model,
  },
];

const metadata = { position: { x: 1, y: 2 } };

const workflowWith = (chosen: WorkflowModel, index: number): CreateWorkflow => ({
  name: "Orders",
  nodes: [
    {
      type: "conversation",
      name: "start",
      isStart: true,
      metadata,
      prompt: "Greet",
      model: chosen,
      voice: saturatedVoices[index],
      transcriber: saturatedTranscribers[index],
      tools: [saturatedTools.apiRequest],
      toolIds: [SAMPLE_ID],
      globalNodePlan: { enabled: true, enterCondition: "asks for a person" },
      variableExtractionPlan: SAMPLE_VARIABLE_EXTRACTION,
    },
    { type: "tool", name: "look up", isStart: false, metadata, tool: saturatedTools.apiRequest, toolId: SAMPLE_ID },
    { type: "hangup", name: "end", isStart: false, metadata },
  ],
  edges: [{ from: "start", to: "end", condition: { type: "ai", prompt: "says goodbye" }, metadata }],
  globalPrompt: "Be short.",
  model: chosen,
  voice: saturatedVoices[index],
  transcriber: saturatedTranscribers[index],
  ...plansWith(index),
});

/** Workflows that together have every field and every choice. */
export const saturatedWorkflows: CreateWorkflow[] = models.map(workflowWith);
