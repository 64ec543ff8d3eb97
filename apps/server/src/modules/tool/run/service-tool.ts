import type { CreateTool } from "@callwright/contract";
import type { ToolOutcome } from "@callwright/engine/conversation";
import type { ServiceAction } from "../../credential/service-actions/service-action.ts";
import {
  runAction,
  SERVICE_ACTIONS,
  type ServiceActionContext,
  type ServiceToolType,
} from "../../credential/service-actions/service-actions.ts";
import { describeTool, unavailableTool } from "./describe-tool.ts";
import { renderFixed, withoutFixed } from "./fixed-parameters.ts";
import { strictRenderer, TemplateError } from "./render-values.ts";
import { failed, oneTool, type ToolOf, type ToolScope, type ToolSource, withoutRun } from "./tool-source.ts";

/** A tool that acts at a connected service with the organization's account. A visitor's own tools get no account. */
export function openServiceTool(tool: ToolOf<ServiceToolType>, scope: ToolScope): ToolSource {
  const { context, orgId, assistant, isOfOwner } = scope;
  if (!isOfOwner) return withoutRun(unavailableTool(tool));
  const action = SERVICE_ACTIONS[tool.type];
  const own = "function" in tool ? tool.function?.parameters : undefined;
  const described = describeTool(tool, { parameters: withoutFixed(own ?? action.parameters, tool.parameters) });
  return oneTool(described, ({ arguments: given }, variables, signal) =>
    runToolAction(context, { orgId, tool, action, given, variables, credentialIds: assistant.credentialIds }, signal),
  );
}

interface ToolAction {
  orgId: string;
  tool: CreateTool;
  action: ServiceAction;
  /** The model's arguments, with the fixed ones in place of theirs. */
  given: Readonly<Record<string, unknown>>;
  variables: Readonly<Record<string, unknown>>;
  /** The assistant's credentials. */
  credentialIds?: readonly string[] | undefined;
}

export async function runToolAction(
  context: ServiceActionContext,
  { orgId, tool, action, given, variables, credentialIds }: ToolAction,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { parameters, credentialId, metadata = {} } = tool as Partial<ToolOf<"make">>;
  try {
    const fixed = renderFixed(parameters, strictRenderer({ ...variables, ...given }, context.now));
    const request = { action, args: { ...given, ...fixed }, credentialId, credentialIds, metadata };
    return await runAction(context, orgId, request, signal);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return failed(`Nothing was done: ${error.message}.`);
  }
}
