import { z } from "zod";
import type { ServiceApi } from "../outgoing/connected/service-api.ts";
import { defineAction, WrongArguments } from "./service-action.ts";

/** By developers.make.com/api-documentation (scenarios, hooks), November 2026. */
const ZONE = /^[a-z]{2}\d{1,2}(\.make\.(com|celonis\.com))?$/;

const Hook = z.looseObject({ id: z.number(), url: z.string().optional(), scenarioId: z.number().nullish() });

/** The address of the API in the account's zone: eu1, us2, or us1.make.celonis.com. */
function urlOf(api: ServiceApi, path: string): string {
  const region = String(api.config.region ?? "").toLowerCase();
  if (!ZONE.test(region)) throw new WrongArguments(`the region '${region}' of the credential is no zone of Make, like eu1`);
  return `https://${region.includes(".") ? region : `${region}.make.com`}/api/v2${path}`;
}

const teamOf = (api: ServiceApi) => ({ teamId: String(api.config.teamId ?? "") });

const RESULT_MAX_CHARACTERS = 4000;

/** Runs a scenario with the arguments as its inputs. */
export const runMakeScenario = defineAction({
  name: "Make",
  providers: ["make"],
  args: z.looseObject({}),
  run: async (data, api, { metadata }) => {
    const { scenarioId, triggerHookId } = metadata as { scenarioId?: number; triggerHookId?: number };
    if (scenarioId === undefined && triggerHookId === undefined)
      throw new WrongArguments("metadata.scenarioId or metadata.triggerHookId of the tool is missing");
    if (triggerHookId !== undefined) {
      const { hook } = await api.ask({ method: "GET", url: urlOf(api, `/hooks/${triggerHookId}`), isRepeatable: true });
      const { url } = Hook.parse(hook);
      if (url === undefined) throw new WrongArguments(`the hook ${triggerHookId} has no address`);
      return api.send(url, data);
    }
    const answer = await api.ask({
      method: "POST",
      url: urlOf(api, `/scenarios/${scenarioId}/run`),
      body: { data, responsive: true },
      isRepeatable: false,
    });
    const { outputs } = answer;
    if (outputs === undefined || outputs === null) return "The scenario has run.";
    return `The scenario has run. It answered: ${JSON.stringify(outputs).slice(0, RESULT_MAX_CHARACTERS)}`;
  },
});

export const listMakeScenarios = (api: ServiceApi) =>
  api.ask({ method: "GET", url: urlOf(api, "/scenarios"), query: teamOf(api), isRepeatable: true });

/** The hooks of one scenario. */
export async function listMakeHooks(api: ServiceApi, scenarioId: string) {
  const { hooks } = await api.ask({ method: "GET", url: urlOf(api, "/hooks"), query: teamOf(api), isRepeatable: true });
  return {
    hooks: z
      .array(Hook)
      .parse(hooks ?? [])
      .filter((hook) => String(hook.scenarioId) === scenarioId),
  };
}
