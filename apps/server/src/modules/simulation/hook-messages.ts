import { createHash } from "node:crypto";
import type { ServerTarget, SimulationHook, SimulationRunItem } from "@callwright/contract";
import type { Database } from "../../platform/db/connect.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { findResource } from "../../platform/resource-kit/resource-store.ts";
import { openRow } from "../../platform/secrets/sealed-headers.ts";
import { createCallLinks } from "../call/api/call-links.ts";
import { readCallsWithArtifacts } from "../call/api/service.ts";
import { findOrgServer } from "../webhook/compose-message.ts";
import type { ComposedMessage } from "../webhook/deliver.ts";
import type { DeliveryRow } from "../webhook/delivery-store.ts";
import type { ServerMessages } from "../webhook/server-messages.ts";
import { itemId, toItem } from "./items.ts";
import { countItems, findItem, type Place, pairsOf, stateOf, type TestRunState } from "./run-store.ts";
import { simulationRun, simulationSuite } from "./tables.ts";

/** What the runs of simulations tell servers outside. */
export interface TellingContext extends ServerContext {
  messages: Pick<ServerMessages, "simulationHappened" | "wake">;
}

interface ToldRun {
  id: string;
  orgId: string;
  state: TestRunState;
}

/** Names the action of a hook that a message is of. */
interface AboutItem extends Place {
  runId: string;
  /** Its place in the scenario's hooks, and in their actions. */
  hook: number;
  action: number;
}

const RUN_ENDED = "simulation.run.slack";

/** The same for the same message, so that an item that begins again after a restart tells it once. */
function idOf(type: string, about: object): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([type, about]))
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Stores the messages of an item's hooks, in the transaction that stores what happened. Call `wake` after it. */
export async function tellHooks(
  { messages }: TellingContext,
  tx: Database,
  { id: runId, orgId, state }: ToldRun,
  { place, on, callId }: { place: Place; on: SimulationHook["on"]; callId?: string | undefined },
): Promise<void> {
  const lane = itemId(runId, place);
  const actions = hooksAt(state, place).flatMap((hook, index): AboutItem[] =>
    hook.on === on ? hook.do.map((_, action) => ({ runId, ...place, hook: index, action })) : [],
  );
  const sent = actions.map((about) => {
    const fields = { ...about };
    return { id: idOf(on, about), orgId, lane, type: on, fields, ...(callId !== undefined && { callId }) };
  });
  await messages.simulationHappened(tx, sent);
}

/** Stores the message to the suite's channel of Slack, in the transaction that ends its run. */
export async function tellSlack({ messages }: TellingContext, tx: Database, { id: runId, orgId, state }: ToldRun): Promise<void> {
  if ((await slackUrlOf(tx, orgId, state)) === undefined) return;
  await messages.simulationHappened(tx, [
    { id: idOf(RUN_ENDED, { runId }), orgId, lane: runId, type: RUN_ENDED, fields: { runId } },
  ]);
}

async function slackUrlOf(db: Database, orgId: string, { testSuiteId }: TestRunState): Promise<string | undefined> {
  const suite = testSuiteId === undefined ? undefined : await findResource(db, orgId, { table: simulationSuite }, testSuiteId);
  return suite?.config.slackWebhookUrl as string | undefined;
}

const hooksAt = (state: TestRunState, { test }: Place): readonly SimulationHook[] =>
  state.tests[pairsOf(state)[test]?.test ?? -1]?.hooks ?? [];

/** See `MessageSources.readSimulation`. */
export async function readSimulationMessage(
  context: ServerContext,
  delivery: DeliveryRow,
  origin: string,
): Promise<ComposedMessage | undefined> {
  const { orgId, type, fields } = delivery;
  const about = fields as Record<string, unknown> & AboutItem;
  const row = await findResource(context.db, orgId, { table: simulationRun }, about.runId);
  if (!row) return undefined;
  const run = { ...row, state: stateOf(openRow(context, simulationRun, row)) };
  if (type === RUN_ENDED) return ofSlack(context, run, origin);
  const { test, attempt, hook, action } = about;
  const place = { test, attempt };
  const found = await findItem(context.db, run.id, place);
  const did = hooksAt(run.state, place)[hook]?.do[action];
  if (!found || !did) return undefined;
  const item = toItem(
    run,
    type === "simulation.run.started" ? { ...found, result: null, status: "running", endedAt: null } : found,
  );
  const { transcript, messages } = item.metadata?.call ?? {};
  const { include = {} } = did;
  const recordingUrl = include.recordingUrl ? await recordingOf(context, item, origin) : undefined;
  return {
    message: {
      messageId: delivery.id,
      timestamp: delivery.createdAt.getTime(),
      type,
      simulationRunItem: withoutSnapshots(item),
      ...(include.transcript && transcript !== undefined && { transcript }),
      ...(include.messages && messages && { messages }),
      ...(recordingUrl !== undefined && { recordingUrl }),
    },
    assistant: undefined,
    server: did.server?.url === undefined ? await serverOf(context, run, place) : did.server,
  };
}

/** The scenario with its hooks, which may have secrets, and the conversation stay here. */
const withoutSnapshots = ({ metadata: _, hooks: __, ...item }: SimulationRunItem): Record<string, unknown> => item;

/** A hook without a server goes where the tested assistant's own messages go. */
async function serverOf(context: ServerContext, { orgId, state }: ToldRun, { test }: Place): Promise<ServerTarget | undefined> {
  const { target, targets = {} } = state;
  const { server } = (targets[pairsOf(state)[test]?.test ?? -1] ?? target).assistant;
  return server?.url === undefined ? findOrgServer(context, orgId) : server;
}

async function recordingOf(
  context: ServerContext,
  { orgId, callId }: SimulationRunItem,
  origin: string,
): Promise<string | undefined> {
  const links = createCallLinks(context)(origin);
  const [call] = callId === undefined ? [] : await readCallsWithArtifacts({ ...context, links }, orgId, [callId]);
  return call?.artifact?.recordingUrl;
}

/** Incoming webhooks of Slack take the body as it is. */
async function ofSlack({ db }: ServerContext, run: ToldRun & { config: object }, origin: string): Promise<ComposedMessage> {
  const { id, orgId, state } = run;
  const counts = (await countItems(db, [id])).get(id);
  const { total = 0, passed = 0, failed = 0 } = counts ?? {};
  const suite = await findResource(db, orgId, { table: simulationSuite }, state.testSuiteId ?? "");
  const names = [suite?.config.name ?? "Suite", (run.config as { name?: string }).name].filter((name) => name !== undefined);
  const title = names.map((name) => escaped(String(name))).join(" · ");
  const failures = failed === 0 ? "" : `, ${failed} failed`;
  const text = `*${title}*: ${passed} of ${total} conversations passed${failures}. <${origin}/simulations/runs/${id}|Open the run>`;
  const url = await slackUrlOf(db, orgId, state);
  return { message: { text }, assistant: undefined, isBody: true, server: url === undefined ? undefined : { url } };
}

/** The signs that Slack reads as its own. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
