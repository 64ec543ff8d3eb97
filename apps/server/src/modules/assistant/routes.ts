import { assistantPageRoutes, assistantRoutes as table } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import { addReadWarnings } from "../../platform/http/parse-whole.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { versionHandlers } from "../../platform/resource-kit/versions/version-handlers.ts";
import { drafts, getGate, publishDraft, setGate } from "./draft-service.ts";
import type { PublishGates } from "./publish-gate.ts";
import * as service from "./service.ts";

/** Some clients read an unknown model as null, and write that back. */
const MODEL_CLEARED = {
  field: "model",
  message: "The model is cleared: the built-in one answers. Leave the field out to keep a model.",
};

export function assistantRoutes(app: App, context: ServerContext, gates: () => PublishGates): void {
  const gated = () => ({ ...context, gates: gates() });
  registerRoutes(
    app,
    context,
    table,
    {
      createAssistant: ({ caller, body }) => service.createAssistant(context, caller, body),
      createUnpublishedAssistant: ({ caller, body }) => service.createUnpublishedAssistant(context, caller, body),
      listAssistants: ({ caller, query }) => service.listAssistants(context, caller, query),
      getAssistant: ({ caller, params }) => service.getAssistant(context, caller, params.id),
      updateAssistant: ({ caller, params, body }) => {
        if (body.model === null) addReadWarnings(body, [MODEL_CLEARED]);
        return service.patchAssistant(gated(), caller, params.id, body);
      },
      replaceAssistant: ({ caller, params, body }) => service.replaceAssistant(gated(), caller, params.id, body),
      deleteAssistant: ({ caller, params }) => service.deleteAssistant(gated(), caller, params.id),
      restoreAssistant: ({ caller, params }) => service.restoreAssistant(context, caller, params.id),
      ...versionHandlers("Assistant", context, drafts),
      publishAssistantDraft: ({ caller, params, body, target }) => {
        target({ reason: body.gateReason });
        return publishDraft(gated(), caller, params.id, body);
      },
      getPublishGate: ({ caller, params }) => getGate(gated(), caller, params.id),
      setPublishGate: ({ caller, params, body }) => setGate(gated(), caller, params.id, body),
      deletePublishGate: ({ caller, params }) => setGate(gated(), caller, params.id, null),
    },
    { updateAssistant: (body, caller, id) => service.withStoredModel(context, caller, id, body) },
  );
  registerRoutes(app, context, assistantPageRoutes, {
    listAssistantPages: ({ caller, query }) => service.pageAssistants(context, caller, query),
  });
}
