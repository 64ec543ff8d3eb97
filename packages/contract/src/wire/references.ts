/** Fields of configurations that hold an id, at any depth, and the kind of thing that the id names. */
const REFERENCE_FIELDS = {
  assistantId: "assistant",
  assistantIds: "assistant",
  credentialId: "credential",
  credentialIds: "credential",
  declineToolId: "tool",
  duplicateFromCampaignId: "campaign",
  fileIds: "file",
  knowledgeBaseId: "knowledge base",
  personalityId: "personality",
  phoneNumberId: "phone number",
  scenarioId: "scenario",
  simulationId: "simulation",
  simulationIds: "simulation",
  simulationSuiteId: "test suite",
  squadId: "squad",
  structuredOutputId: "structured output",
  structuredOutputIds: "structured output",
  toolId: "tool",
  toolIds: "tool",
  workflowId: "workflow",
  workflowIds: "workflow",
} as const;
type Referred = (typeof REFERENCE_FIELDS)[keyof typeof REFERENCE_FIELDS];

const REFERENCES: ReadonlyMap<string, Referred> = new Map(Object.entries(REFERENCE_FIELDS));

/** The resource that a field refers to, if it refers to one. */
export function referredBy(field: string): Referred | undefined {
  return REFERENCES.get(field);
}

/** Fields with the user's own data. A name in there is not a field of the contract. */
export const OWN_DATA_FIELDS: ReadonlySet<unknown> = new Set([
  ...["arguments", "body", "headers", "metadata", "parameters", "properties", "schema", "sipHeaders", "value", "variableValues"],
]);
