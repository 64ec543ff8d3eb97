import type { CreateWorkflow, WorkflowEdge, WorkflowNode } from "@callwright/contract";

/** Prompts are short and conditions are plain phrases, so that the built-in model runs them too. */

const say = (name: string, prompt: string, more: Partial<WorkflowNode> = {}): WorkflowNode =>
  ({ type: "conversation", name, prompt, ...more }) as WorkflowNode;
const edge = (from: string, to: string, condition?: string): WorkflowEdge => ({
  from,
  to,
  ...(condition === undefined ? {} : { condition: { type: "ai", prompt: condition } }),
});
/** The workflow with an end node, to which every node without an edge leads. */
const ending = ({ nodes, edges, ...workflow }: CreateWorkflow): CreateWorkflow => {
  const last = nodes.filter(({ name }) => edges.every(({ from }) => from !== name));
  return {
    ...workflow,
    nodes: [...nodes, { type: "hangup", name: "End call" }],
    edges: [...edges, ...last.map(({ name }) => edge(name, "End call"))],
  };
};

/** Asks for text values, described for the model, until all of them are known. */
const extract = (properties: Record<string, string>) => ({
  variableExtractionPlan: {
    schema: {
      type: "object" as const,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, description]) => [name, { type: "string" as const, description }]),
      ),
      required: Object.keys(properties),
    },
  },
});
const human = (prompt: string): WorkflowNode =>
  say("Human, please", prompt, { globalNodePlan: { enabled: true, enterCondition: "The caller asks for a person" } });

const appointment = ending({
  name: "Appointment booking",
  nodes: [
    say("Welcome", 'Say: "Bright Smile Dental. Would you like to book an appointment?"', { isStart: true }),
    say("Ask name", "Ask for the caller's name.", extract({ name: "the caller's name" })),
    say("Ask day", "Ask which day suits the caller.", extract({ day: "the day of the appointment" })),
    say("Confirm", 'Say: "{{ name }}, I have {{ day }} at ten forty. Is that right?"'),
    say("Booked", 'Say: "You are booked for {{ day }}. Goodbye."'),
    say("No appointment", 'Say: "No problem. Call again any time. Goodbye."'),
    human('Say: "A colleague calls you back within the hour. Goodbye."'),
  ],
  edges: [
    edge("Welcome", "Ask name", "The caller wants an appointment"),
    edge("Welcome", "No appointment", "The caller says no"),
    edge("Ask name", "Ask day"),
    edge("Ask day", "Confirm"),
    edge("Confirm", "Booked", "The caller says yes"),
    edge("Confirm", "Ask day", "The caller says no"),
  ],
});

const orderStatus = ending({
  name: "Order status",
  nodes: [
    say("Welcome", 'Say: "Hazel Street Bakery. Are you calling about an order?"', { isStart: true }),
    say("Ask order", "Ask for the order number.", extract({ orderNumber: "the number of the order" })),
    say("Verify", "Ask for the ZIP code of the delivery address.", extract({ zipCode: "the ZIP code" })),
    say("Tell status", 'Say: "Thank you. Order {{ orderNumber }} for {{ zipCode }} is on its way. Anything else?"'),
    say("Not an order", 'Say: "For everything else, please write to us. Goodbye."'),
    say("Goodbye", 'Say: "Thank you for calling. Goodbye."'),
    human('Say: "A colleague calls you back today. Goodbye."'),
  ],
  edges: [
    edge("Welcome", "Ask order", "The caller says yes"),
    edge("Welcome", "Not an order", "The caller says no"),
    edge("Ask order", "Verify"),
    edge("Verify", "Tell status"),
    edge("Tell status", "Ask order", "The caller asks about another order"),
    edge("Tell status", "Goodbye", "The caller says no"),
  ],
});

const reservation = ending({
  name: "Restaurant reservation",
  nodes: [
    say("Welcome", 'Say: "Welcome to Bean Town. Would you like to book a table?"', { isStart: true }),
    say("Ask party", "Ask for how many people.", extract({ people: "the number of people" })),
    say("Ask time", "Ask for the day and the time.", extract({ time: "the day and the time" })),
    say("Ask name", "Ask for the caller's name.", extract({ name: "the caller's name" })),
    say("Booked", 'Say: "A table for {{ people }}, {{ time }}, under {{ name }}. See you soon."'),
    say("No table", 'Say: "We are happy to see you without a reservation. Goodbye."'),
  ],
  edges: [
    edge("Welcome", "Ask party", "The caller wants to book a table"),
    edge("Welcome", "No table", "The caller says no"),
    edge("Ask party", "Ask time"),
    edge("Ask time", "Ask name"),
    edge("Ask name", "Booked"),
  ],
});

const leads = ending({
  name: "Lead qualification",
  nodes: [
    say("Welcome", 'Say: "Thanks for your interest in Northwind. Is this for a company?"', { isStart: true }),
    say("Ask company", "Ask for the name of the company.", extract({ company: "the name of the company" })),
    say("Ask size", "Ask for how many people would use it.", extract({ users: "the number of people" })),
    say("Ask start", "Ask when the company wants to start.", extract({ start: "when they want to start" })),
    say("Qualified", 'Say: "Thank you. An expert calls {{ company }} tomorrow about {{ users }} users. Goodbye."'),
    say("Private", 'Say: "Our free plan is made for you. You find it on our website. Goodbye."'),
    human('Say: "An expert calls you back today. Goodbye."'),
  ],
  edges: [
    edge("Welcome", "Ask company", "The caller says yes"),
    edge("Welcome", "Private", "The caller says no"),
    edge("Ask company", "Ask size"),
    edge("Ask size", "Ask start"),
    edge("Ask start", "Qualified"),
  ],
});

/** Workflows to start from, by the key of their texts. */
export const WORKFLOW_TEMPLATES = { appointment, orderStatus, reservation, leads } as const;
