import { PlatformError, type ToolType } from "@callwright/contract";
import type { ToolOutcome } from "@callwright/engine/conversation";
import type { AccountContext } from "../outgoing/connected/connected-account.ts";
import { findAccount, openServiceApi, ServiceRefusal } from "../outgoing/connected/service-api.ts";
import {
  checkGoHighLevelAvailability,
  createGoHighLevelContact,
  createGoHighLevelEvent,
  getGoHighLevelContact,
  runGoHighLevelWorkflow,
} from "./gohighlevel-actions.ts";
import { appendSheetRow, checkCalendarAvailability, createCalendarEvent } from "./google-actions.ts";
import { runMakeScenario } from "./make-actions.ts";
import { type ActionScope, type ServiceAction, WrongArguments } from "./service-action.ts";
import { sendSlackMessage } from "./slack-actions.ts";

/** By the type of the tool that does it. */
export const SERVICE_ACTIONS = {
  "google.calendar.event.create": createCalendarEvent,
  "google.calendar.availability.check": checkCalendarAvailability,
  "google.sheets.row.append": appendSheetRow,
  "slack.message.send": sendSlackMessage,
  "gohighlevel.calendar.availability.check": checkGoHighLevelAvailability,
  "gohighlevel.calendar.event.create": createGoHighLevelEvent,
  "gohighlevel.contact.create": createGoHighLevelContact,
  "gohighlevel.contact.get": getGoHighLevelContact,
  make: runMakeScenario,
  ghl: runGoHighLevelWorkflow,
} as const satisfies { readonly [Type in ToolType]?: ServiceAction };
export type ServiceToolType = keyof typeof SERVICE_ACTIONS;

export function actionOf(type: string): ServiceAction | undefined {
  return Object.hasOwn(SERVICE_ACTIONS, type) ? SERVICE_ACTIONS[type as ServiceToolType] : undefined;
}

/** An action, its arguments, and the account that runs it. */
interface ActionRequest {
  action: ServiceAction;
  args: Readonly<Record<string, unknown>>;
  credentialId?: string | undefined;
  /** The assistant's credentials. */
  credentialIds?: readonly string[] | undefined;
  metadata?: ActionScope["metadata"];
}

export type ServiceActionContext = AccountContext & Pick<ActionScope, "newId">;

/** Why it was not done is an outcome: a sentence for the model. */
export async function runAction(
  context: ServiceActionContext,
  orgId: string,
  { action, args, metadata = {}, ...choice }: ActionRequest,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { name, providers } = action;
  try {
    const row = await findAccount(context, orgId, { ...choice, name, providers });
    const api = openServiceApi(context, row, name, signal);
    return { result: await action.run(args, api, { newId: context.newId, metadata }), failed: false };
  } catch (error) {
    if (error instanceof WrongArguments) return failed(`Nothing was done, as the arguments are wrong: ${error.message}.`);
    if (error instanceof ServiceRefusal) return failed(error.message);
    if (error instanceof PlatformError) return failed(`Nothing was done. ${error.message}`);
    if (signal.aborted) return failed(`${name} did not answer in time.`);
    context.log.warn({ err: error }, "a tool of a connected service failed");
    return failed(`${name} did not do it. The server's log has the reason.`);
  }
}

function failed(result: string): ToolOutcome {
  return { result, failed: true };
}
