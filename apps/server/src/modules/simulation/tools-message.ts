import { PlatformError } from "@callwright/contract";
import { CALL_HOOK_EVENTS } from "@callwright/engine/conversation";
import { SESSION_HOOK_EVENT } from "../../platform/capabilities/runnable.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { Target } from "../assistant/resolve-target.ts";
import { openAgents } from "../assistant/team/open-agents.ts";
import type { RefusedTool, ToolScope } from "../tool/run/tool-source.ts";
import type { TestRunState } from "./run-store.ts";

/** A list in a message has at most so many. */
const NAMES_MAX = 20;

/**
 * What a run says about tools before it starts: which ones no mock answers, and which hosts it reaches with `runsTools`. Undefined if there is nothing
 * to say. Nothing outside is asked.
 */
export async function toolsMessage(
  context: ServerContext,
  orgId: string,
  { tests, target, targets = {}, medium }: TestRunState,
): Promise<string | undefined> {
  const [unanswered, hosts] = [new Set<string>(), new Set<string>()];
  const known = new Map<string, Promise<RefusedTool[]>>();
  for (const [index, { type, toolMocks = [], runsTools }] of tests.entries()) {
    const isCall = (medium ?? type) === "voice";
    const key = `${isCall} ${index in targets ? index : ""}`;
    const tools = known.get(key) ?? refusedOf(context, orgId, targets[index] ?? target, isCall);
    known.set(key, tools);
    for (const { name, host = `wherever '${name}' acts` } of await tools) {
      // A mock of some arguments alone leaves the other calls without one.
      const isMocked = toolMocks.some((mock) => mock.toolName === name && mock.enabled !== false && !mock.arguments);
      if (isMocked) continue;
      if (runsTools) hosts.add(host);
      else if (!toolMocks.some((mock) => mock.toolName === name && mock.enabled !== false)) unanswered.add(name);
    }
  }
  const sentences = [
    ...(unanswered.size > 0
      ? [`These tools have no mock and are not run: ${listed(unanswered)}. Add toolMocks to the scenarios, or set runsTools.`]
      : []),
    ...(hosts.size > 0 ? [`runsTools is set. Tools without a mock reach: ${listed(hosts)}.`] : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

function listed(names: ReadonlySet<string>): string {
  const all = [...names];
  const more = all.length - NAMES_MAX;
  return `${all.slice(0, NAMES_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The telephone of a simulated caller: its tools are there, and do nothing. */
const PHONE = { server: undefined, texter: undefined, sendSip: async () => "This is a test." };

async function refusedOf(context: ServerContext, orgId: string, shared: Target, isCall: boolean): Promise<RefusedTool[]> {
  const id = context.newId();
  const conversation: ToolScope["conversation"] = isCall
    ? { type: "call", id, phone: PHONE }
    : { type: "session", sessionId: id };
  try {
    const { tools } = await openAgents(context, { orgId, tag: "private" }, structuredClone(shared), {
      conversation,
      hookEvents: isCall ? CALL_HOOK_EVENTS : [SESSION_HOOK_EVENT],
      isOfVisitor: false,
      parts: [],
      test: { mocks: [], runsTools: false },
    });
    await tools.close();
    return tools.refused;
  } catch (error) {
    // The items say why they could not begin.
    if (error instanceof PlatformError) return [];
    throw error;
  }
}
