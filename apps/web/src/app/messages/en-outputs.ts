/** Texts of the screens of structured outputs. */
export const enOutputs = {
  structuredOutputs: {
    title: "Structured outputs",
    one: "structured output",
    many: "structured outputs",
    what: "A structured output is data that is read from every call when it ends, in a form you define: a booking, a reason, a score.",
    unnamed: "Unnamed output",
    deleteLoss: "What it found in earlier calls stays with them.",
    columns: { made: "Made by", form: "Form", assistants: "Assistants" },
    made: { ai: "A model", regex: "A pattern" },
    form_one: "{{type}}, {{count}} field",
    form_other: "{{type}}, {{count}} fields",
    allAssistants_one: "{{count}} assistant",
    allAssistants_other: "{{count}} assistants",
    fields: {
      type: { label: "Made by" },
      schema: { label: "Form of the data", help: "JSON Schema. Descriptions tell the model what belongs where." },
      description: { label: "What to look for" },
      regex: { help: "Of an output that a pattern makes, in RE2 syntax." },
      model: { label: "Model", help: "Makes the output. Without one: the assistant's own." },
      conditions: { label: "Conditions", one: "Condition", help: "All of them must hold of a call, or the output is not made." },
      assistantIds: { label: "Assistants", help: "Whose calls it is made of." },
      workflowIds: { label: "Workflows", help: "Whose calls it is made of." },
      compliancePlan: { label: "Compliance" },
    },
    values: { ai: "A model", regex: "A pattern" },
  },
} as const;
