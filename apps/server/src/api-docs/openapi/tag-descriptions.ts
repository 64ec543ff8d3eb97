/** What the operations of a tag are about. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  "11labs": "Calls of ElevenLabs' own API that dashboards of the hosted platform make.",
  Analytics: "Figures of calls, grouped and summed up.",
  Assistant: "Prompts with their model, voice, transcriber and tools, in versions.",
  Call: "Spoken conversations in web pages and on telephones, and what is stored of them.",
  Campaign: "Calls to lists of contacts.",
  Catalog: "The models, voices and transcribers that this server knows.",
  Chat: "Text messages and their replies.",
  Connection: "Another server whose data the dashboard shows.",
  Credential: "Keys and accounts at providers, carriers and services.",
  "Do not call": "Numbers that are never called.",
  Erasure: "Everything about a person, deleted for good.",
  Eval: "Simulations of callers, evals of written conversations, and their runs.",
  File: "Files whose passages assistants search.",
  Handset: "The telephone in the dashboard, for numbers that are simulated.",
  Invitation: "Invitations of people to an organization.",
  "Knowledge base": "Searches in files, as tools of assistants.",
  "Local model": "Model servers on the machine of this server.",
  "Local speech": "Natural voices and recognizers on the machine of this server.",
  Org: "Organizations, their members, keys and limits.",
  Packages: "What programs and pages install from this server.",
  "Phone number": "Telephone numbers, and who answers their calls.",
  Price: "Prices of an organization's own, by which usage is costed.",
  Provider: "Resources that are kept at a provider, and lists that a provider answers.",
  "Saved view": "Filters of call lists, kept under a name.",
  "Server status": "Whether this server is ready, and what it can run.",
  Session: "Chats that are linked into one conversation.",
  Spending: "What calls and chats have cost this month.",
  Squad: "Assistants that hand a call over to each other.",
  "Structured output": "Values that are read out of ended calls.",
  Template: "Tools to start from.",
  "Test suite": "Tests of assistants by simulated callers, and their runs.",
  Token: "API tokens, private and public.",
  Tool: "What assistants can do in a conversation.",
  "Voice library": "Voices that providers offer.",
  "Webhook delivery": "Server messages: what was sent, and how it was answered.",
  Workflow: "Nodes and edges that steer a conversation.",
};

/** A test compares them with the routes: an operation of the contract has a tag that is described. */
export function tagDescription(name: string): string {
  return DESCRIPTIONS[name] ?? `Operations of ${name}.`;
}
