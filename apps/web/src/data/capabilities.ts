import {
  type Capabilities,
  type Connection,
  MODEL_PROVIDERS,
  type ServerStatus,
  type Support,
  TRANSCRIBER_PROVIDERS,
  VOICE_PROVIDERS,
} from "@callwright/contract";

/** The parts of a call; each has its own providers. */
export const PARTS = ["model", "voice", "transcriber"] as const;
export type PartName = (typeof PARTS)[number];

/** For a host without capabilities: every provider that `isOffered`, and no marks. */
function assumed(isOffered: (provider: string) => boolean): Capabilities {
  const supports = (providers: readonly string[]): Record<string, Support> =>
    Object.fromEntries(providers.filter(isOffered).map((provider) => [provider, { state: "ready" }]));
  return {
    providers: {
      model: supports(MODEL_PROVIDERS),
      voice: supports(VOICE_PROVIDERS),
      transcriber: supports(TRANSCRIBER_PROVIDERS),
    },
    tools: {},
    hooks: {},
    serverMessages: {},
    clientMessages: {},
    callTypes: {},
    credentials: {},
    targets: {},
    searchTypes: {},
    fields: {},
  };
}

const ANY_CALLWRIGHT = assumed(() => true);
/** Only Callwright servers have the provider `callwright`. */
const ANOTHER_PLATFORM = assumed((provider) => provider !== "callwright");

/** What the data host can run. `status` is that host's; undefined if it has none or while loading. */
export function capabilitiesOf(
  connection: Pick<Connection, "enabled" | "isCallwright"> | undefined,
  status: Pick<Partial<ServerStatus>, "capabilities"> | undefined,
): Capabilities {
  if (connection?.enabled && !connection.isCallwright) return ANOTHER_PLATFORM;
  return status?.capabilities ?? ANY_CALLWRIGHT;
}
