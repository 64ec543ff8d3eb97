import type { ConversationMessage, Hook } from "@callwright/contract";
import { type Conversation, NO_TOOLS, runUnattendedHook } from "@callwright/engine/conversation";
import { SESSION_HOOK_EVENT } from "../../platform/capabilities/runnable.ts";
import { privacyOf } from "../../platform/compliance/privacy.ts";
import type { Logger } from "../../platform/config/logger.ts";
import { storableText } from "../../platform/db/storable-text.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { mapTexts } from "../tool/run/render-values.ts";
import type { ResolvedTools } from "../tool/run/resolve-tools.ts";
import { changedValues } from "./changed-values.ts";
import { converse } from "./converse.ts";
import { type SessionRow, setOpeningMessages } from "./store.ts";
import { redactSaid } from "./stored-words.ts";

/** The first answer waits for the hooks at most so long. */
const HOOKS_MAX_MS = 20_000;

type SessionHook = Extract<Hook, { on: typeof SESSION_HOOK_EVENT }>;

const isSessionHook = (hook: Hook): hook is SessionHook => hook.on === SESSION_HOOK_EVENT;

export function hasSessionHooks({ hooks = [] }: SessionRow["assistant"]): boolean {
  return hooks.some(isSessionHook);
}

/** Runs the hooks of a session that was just stored, and stores their results except for the values. */
export async function beginSession(
  context: Pick<ServerContext, "config" | "db" | "now">,
  log: Logger,
  session: Parameters<typeof converse>[2] & Pick<SessionRow, "orgId" | "openingMessages">,
  {
    history,
    variables,
    tools,
  }: { history: readonly ConversationMessage[]; variables: Record<string, unknown>; tools: ResolvedTools },
) {
  if (!hasSessionHooks(session.assistant)) return { history: [], variables: {} };
  const conversation = await converse(context, log, session, { history, variables, tools: tools.runner });
  const before = conversation.variableValues;
  const known = conversation.messages.length;
  await runHooks(context, conversation, session.assistant, tools.ofHooks);
  const added = mapTexts(conversation.messages.slice(known), storableText) as ConversationMessage[];
  if (!privacyOf(session.assistant.compliancePlan))
    await setOpeningMessages(context.db, session.orgId, session.id, [
      ...session.openingMessages,
      ...redactSaid(session.assistant, added),
    ]);
  return { history: added, variables: changedValues(before, conversation.variableValues) };
}

async function runHooks(
  { now }: Pick<ServerContext, "now">,
  conversation: Conversation,
  { hooks = [] }: SessionRow["assistant"],
  tools: ResolvedTools["ofHooks"],
): Promise<void> {
  const nowMs = () => now().getTime();
  const deadlineMs = nowMs() + HOOKS_MAX_MS;
  for (const [index, hook] of hooks.entries()) {
    if (!isSessionHook(hook)) continue;
    await runUnattendedHook(hook.do, {
      conversation,
      callOf(position) {
        const at = `${index}.${position}`;
        const runner = tools.get(at) ?? NO_TOOLS;
        return { call: { id: `hook-${at}`, name: runner.tools[0]?.name ?? "tool", arguments: {} }, runner };
      },
      now: nowMs,
      deadlineMs,
      onAdded: () => undefined,
    });
  }
}
