import type { CompliancePlan, SecurityFilterPlan } from "@callwright/contract";
import { findOrg } from "../../platform/auth/stores/orgs.ts";
import { privacyOf, withoutArtifacts, withoutVideo } from "../../platform/compliance/privacy.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { Target } from "./resolve-target.ts";

/**
 * The target, whose assistants get one plan for the whole conversation: for each setting, the strictest value of the organization and of all agents.
 */
export async function withCompliance(db: Database, orgId: string, target: Target): Promise<Target> {
  const { assistant, team } = target;
  const plans = [assistant, ...(team?.agents ?? []).map((agent) => agent.assistant)].map(({ compliancePlan }) => compliancePlan);
  const compliancePlan = strictestOf([...plans, ...orgPlans(await findOrg(db, orgId))]);
  if (Object.keys(compliancePlan).length === 0) return target;
  const planned = { ...assistant, compliancePlan };
  if (privacyOf(compliancePlan)) return { ...target, assistant: withoutArtifacts(planned) };
  return { ...target, assistant: compliancePlan.recordingConsentPlan ? withoutVideo(planned) : planned };
}

/** What an organization asks for in all of its conversations. */
export function orgPlans(org: Awaited<ReturnType<typeof findOrg>>): (CompliancePlan | undefined)[] {
  const { compliancePlan, hipaaEnabled = false } = org?.fields ?? {};
  return [compliancePlan, { hipaaEnabled }];
}

/** The first plan decides what cannot be added up: how filters replace, and how consent is asked for. */
export function strictestOf(given: readonly (CompliancePlan | undefined)[]): CompliancePlan {
  const plans = given.filter((plan) => plan !== undefined);
  const securityFilterPlan = filtersOf(plans.flatMap((plan) => plan.securityFilterPlan ?? []));
  const kinds = redactedKinds(plans);
  const recordingConsentPlan = plans.find((plan) => plan.recordingConsentPlan)?.recordingConsentPlan;
  return {
    ...(plans.some((plan) => plan.hipaaEnabled) && { hipaaEnabled: true }),
    ...(plans.some((plan) => plan.pciEnabled) && { pciEnabled: true }),
    ...(securityFilterPlan && { securityFilterPlan }),
    ...(kinds && { redactionPlan: { enabled: true, kinds } }),
    ...(recordingConsentPlan && { recordingConsentPlan }),
  };
}

/** An empty list stands for all built-in filters, and for all kinds. */
function filtersOf(given: readonly SecurityFilterPlan[]): SecurityFilterPlan | undefined {
  const plans = given.filter(({ enabled }) => enabled);
  const [first] = plans;
  if (!first) return undefined;
  const lists = plans.map(({ filters = [] }) => filters);
  const own = lists.flat().filter(({ type }) => type === "regex");
  const isAll = lists.some((list) => list.length === 0);
  const builtIn = isAll ? BUILT_IN : BUILT_IN.filter(({ type }) => lists.flat().some((filter) => filter.type === type));
  return { ...first, filters: [...builtIn, ...own] };
}

const BUILT_IN = (["sql-injection", "xss", "ssrf", "rce", "prompt-injection"] as const).map((type) => ({ type }));

function redactedKinds(plans: readonly CompliancePlan[]): NonNullable<CompliancePlan["redactionPlan"]>["kinds"] {
  const lists = plans.flatMap(({ redactionPlan }) => (redactionPlan?.enabled ? [redactionPlan.kinds ?? []] : []));
  if (lists.length === 0) return undefined;
  return lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())];
}
