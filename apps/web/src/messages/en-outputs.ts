/** Texts of the screens of structured outputs. */
export const enOutputs = {
  structuredOutputs: {
    title: "Structured outputs",
    one: "structured output",
    many: "structured outputs",
    what: "A structured output is data extracted from every call when it ends, in a schema you define: a booking, a reason, a score.",
    unnamed: "Unnamed output",
    deleteLoss: "Results from earlier calls stay.",
    columns: { made: "Method", form: "Schema", assistants: "Assistants" },
    made: { ai: "Model", regex: "Regex" },
    form_one: "{{type}}, {{count}} field",
    form_other: "{{type}}, {{count}} fields",
    allAssistants_one: "{{count}} assistant",
    allAssistants_other: "{{count}} assistants",
    fields: {
      type: { label: "Method" },
      schema: { label: "Schema", help: "JSON Schema. Descriptions tell the model what to extract." },
      description: { label: "Description" },
      regex: { help: "For the regex method, in RE2 syntax." },
      model: { label: "Model", help: "Extracts the data. Empty: the assistant's own model." },
      conditions: { label: "Conditions", one: "Condition", help: "Data is extracted only if all conditions hold." },
      assistantIds: { label: "Assistants", help: "Data is extracted from their calls." },
      workflowIds: { label: "Workflows", help: "Data is extracted from their calls." },
      compliancePlan: { label: "Compliance" },
    },
    values: { ai: "Model", regex: "Regex" },
  },
} as const;
