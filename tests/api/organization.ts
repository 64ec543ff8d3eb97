import { ApiError, createClient } from "@callwright/client";
import { type PlatformRouteName, platformRoutes, type Route } from "@callwright/contract";
import { SAMPLE_ID } from "@callwright/contract/testing";
import type { TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";

/** The options of a call of the client, seen from a test that makes them out of data. */
export interface CallOptions {
  query?: Record<string, unknown>;
  body?: unknown;
  [pathParameter: string]: unknown;
}

/** The result of a call: its body is parsed, also for a failure. */
export interface Answer<Body = unknown> {
  status: number;
  body: Body;
}

/** A caller of the API through `@callwright/client`, with whatever a route needs as its token. */
export interface ApiCaller {
  call<Body = Record<string, unknown>>(name: PlatformRouteName, options?: CallOptions): Promise<Answer<Body>>;
}

/** `headers`: sent with each request, besides those of the client. */
export function apiCaller(baseUrl: string, tokenOf: (route: Route) => string, headers: Record<string, string> = {}): ApiCaller {
  return {
    async call<Body>(name: PlatformRouteName, options: CallOptions = {}) {
      let status = 0;
      const client = createClient({
        baseUrl,
        token: tokenOf(platformRoutes[name]),
        fetch: async (input, init) => {
          const sent = new Headers(init?.headers);
          for (const [name, value] of Object.entries(headers)) sent.set(name, value);
          const response = await fetch(input, { ...init, headers: sent });
          status = response.status;
          return response;
        },
      }) as unknown as Record<PlatformRouteName, (options: CallOptions) => Promise<unknown>>;
      try {
        const body = (await client[name](options)) as Body;
        return { status, body };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { status: error.status, body: error.body as Body };
      }
    },
  };
}

/** An account with its organization. `ids` has one entity of each kind, by the field that names it in others. */
export interface Organization extends ApiCaller {
  person: TestClient;
  ids: Record<string, string>;
}

/** The resources that an organization needs before saturated samples, which name one of each, can be stored in it. Each may name the earlier ones. */
const REFERENCED: [field: string, create: PlatformRouteName, body: unknown][] = [
  ["credentialId", "createCredential", { provider: "openai", apiKey: "sk-test" }],
  ["fileId", "createFile", { file: new File(["We open at eight."], "hours.txt") }],
  ["squadId", "createSquad", { members: [{ assistant: {} }] }],
  ["workflowId", "createWorkflow", { name: "Intake", nodes: [], edges: [] }],
  ["toolId", "createTool", { type: "endCall" }],
  [
    "structuredOutputId",
    "createStructuredOutput",
    { name: "Outcome", schema: { type: "object", properties: { size: { type: "string" } } } },
  ],
  [
    "knowledgeBaseId",
    "createKnowledgeBase",
    { provider: "trieve", createPlan: { type: "create", chunkPlans: [{ websites: ["https://prices.example"] }] } },
  ],
  ["phoneNumberId", "createPhoneNumber", { provider: "twilio", number: "+14155550123", twilioAccountSid: "AC1" }],
  ["personalityId", "createPersonality", { name: "Calm", assistant: {} }],
  ["scenarioId", "createScenario", { name: "Asks", instructions: "Ask for the hours.", evaluations: [] }],
];

export async function openOrganization(server: TestServer): Promise<Organization> {
  const person = await server.signUp();
  const caller = apiCaller(server.url, ({ scope }) => (scope === "user" ? person.userToken : person.orgToken));
  const [assistant] = (await caller.call<{ id: string }[]>("listAssistants")).body;
  const ids: Record<string, string> = { assistantId: assistant?.id ?? "" };
  for (const [field, create, body] of REFERENCED) ids[field] = await createdId(caller, create, { body });
  const schedulePlan = { earliestAt: "2999-01-01T00:00:00Z" };
  const campaign = { name: "Spring", assistantId: ids.assistantId, phoneNumberId: ids.phoneNumberId, schedulePlan };
  ids.campaignId = await createdId(caller, "createCampaign", { body: campaign });
  const { scenarioId, personalityId } = ids;
  ids.simulationId = await createdId(caller, "createSimulation", { body: { scenarioId, personalityId } });
  return { ...caller, person, ids };
}

/** Creates a resource, and returns its id. */
export async function createdId(caller: ApiCaller, name: PlatformRouteName, options: CallOptions): Promise<string> {
  const { status, body } = await caller.call<{ id: string }>(name, options);
  if (status !== 201) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

/** A sample with every `SAMPLE_ID` put right: by the name of its field, `toolIds` and `duplicateFromCampaignId` too. */
export function withIds<Sample>(sample: Sample, ids: Record<string, string>, field = ""): Sample {
  if (sample === SAMPLE_ID) return (idFor(field, ids) ?? sample) as Sample;
  if (Array.isArray(sample)) return sample.map((each) => withIds(each, ids, field)) as Sample;
  if (typeof sample !== "object" || sample === null || sample instanceof Blob) return sample;
  return Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, withIds(value, ids, key)])) as Sample;
}

function idFor(field: string, ids: Record<string, string>): string | undefined {
  const singular = field.replace(/Ids$/, "Id").toLowerCase();
  return Object.entries(ids).find(([name]) => singular.endsWith(name.toLowerCase()))?.[1];
}
