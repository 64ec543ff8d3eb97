import { describeTool, unavailableTool } from "../describe-tool.ts";
import { renderFixed, withoutFixed } from "../fixed-parameters.ts";
import { strictRenderer, TemplateError } from "../render-values.ts";
import { oneTool, type ToolOf, type ToolScope, type ToolSource } from "../tool-source.ts";
import { runAction, SERVICE_ACTIONS, type ServiceToolType } from "./service-actions.ts";

/** A tool that acts at a connected service, with the organization's account. A visitor's own tools get no account. */
export function openServiceTool(
  tool: ToolOf<ServiceToolType>,
  { context, orgId, assistant, isOfOwner }: ToolScope,
): ToolSource {
  if (!isOfOwner) {
    const described = unavailableTool(tool);
    return oneTool(described, async () => ({ result: described.reason ?? "", failed: true }));
  }
  const action = SERVICE_ACTIONS[tool.type];
  const own = "function" in tool ? tool.function?.parameters : undefined;
  const described = describeTool(tool, { parameters: withoutFixed(own ?? action.parameters, tool.parameters) });
  return oneTool(described, async ({ arguments: given }, variables, signal) => {
    try {
      const fixed = renderFixed(tool.parameters, strictRenderer({ ...variables, ...given }, context.now));
      const request = {
        action,
        args: { ...given, ...fixed },
        credentialId: tool.credentialId,
        credentialIds: assistant.credentialIds,
        metadata: "metadata" in tool ? tool.metadata : {},
      };
      return await runAction(context, orgId, request, signal);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return { result: `Nothing was done: ${error.message}.`, failed: true };
    }
  });
}
