import { type CreateAssistant, PlatformError } from "@callwright/contract";
import { type PartName, partChoices, partProblem } from "@callwright/engine/conversation";
import { findOrg } from "../../platform/auth/stores/orgs.ts";
import { suggestModel } from "../../platform/capabilities/known-names.ts";
import { refuseHarmfulFields } from "../../platform/capabilities/unsupported-fields.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { type OrgKeys, requireOrgKeys } from "../credential/provider-keys.ts";

type Context = Pick<ServerContext, "config" | "db" | "secrets" | "localSpeech">;

/**
 * The organization's keys for these parts of an assistant, once it is sure that a conversation with them can start. Fails with `validation-failed` for a
 * compliance plan that is on, with `part-not-runnable`, or with `credential-missing`. A visitor gets `assistant-not-ready` instead:
 * how an assistant is set up is for its owner.
 */
export async function requireRunnable(
  context: Context,
  caller: Pick<OrgCaller, "orgId" | "tag">,
  assistant: CreateAssistant,
  parts: readonly PartName[],
): Promise<OrgKeys> {
  return tellOwners(caller, async () => {
    await requireNothingHarmful(context, caller.orgId, assistant);
    await requireParts(context, assistant, parts);
    return await requireOrgKeys(context, caller, assistant, parts);
  });
}

/** Hides from visitors why an assistant cannot run: a 400 becomes `assistant-not-ready`. Members get the reason. */
export async function tellOwners<Result>(caller: Pick<OrgCaller, "tag">, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (caller.tag === "public" && error instanceof PlatformError && error.status === 400)
      throw new PlatformError("assistant-not-ready", {}, { cause: error });
    throw error;
  }
}

/** A plan that was stored before this server refused such plans is still on. */
async function requireNothingHarmful({ config, db }: Context, orgId: string, assistant: CreateAssistant): Promise<void> {
  refuseHarmfulFields("assistant", assistant, config);
  refuseHarmfulFields("org", (await findOrg(db, orgId))?.fields, config);
}

async function requireParts(
  { config, localSpeech }: Context,
  assistant: CreateAssistant,
  parts: readonly PartName[],
): Promise<void> {
  const known = await localSpeech.known();
  for (const part of parts) {
    const problems = partChoices(part, assistant[part]).map((choice) =>
      partProblem(part, choice, {
        fakes: config.fakeProviders,
        localSpeech: known,
        urls: config.providerUrls,
        firstModelOf: suggestModel,
      }),
    );
    const [problem] = problems;
    // A fallback may replace a part that cannot run.
    if (problem !== undefined && !problems.includes(undefined))
      throw new PlatformError("part-not-runnable", { field: `assistant.${part}`, problem });
  }
}
