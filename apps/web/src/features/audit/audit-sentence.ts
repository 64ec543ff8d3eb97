import { ACTIONS_WITHOUT_ROUTE, type AuditEvent, methodOf, NOUNS, nounAddresses } from "@callwright/contract";
import type { TFunction } from "i18next";
import { enAudit } from "../../messages/en-audit.ts";

type Verb = keyof typeof enAudit.audit.verbs;
export type Thing = (typeof NOUNS)[number]["thing"];
type OwnAction = keyof typeof enAudit.audit.own;

/** Marks the place of the target in a text. */
const TARGET = "\u0000";

/** A sentence, cut where the name of its target belongs. Some sentences have no target. */
export interface Sentence {
  before: string;
  after: string;
  hasTarget: boolean;
}

/** The sentence about an action. */
export function sentenceOf(action: string, t: TFunction): Sentence {
  const [before = "", ...rest] = textOf(action, t).split(TARGET);
  return { before, after: rest.join(""), hasTarget: rest.length > 0 };
}

/** The sentence without a target, for the list of actions. */
export function actionWords(action: string, t: TFunction): string {
  const { before, after } = sentenceOf(action, t);
  return `${before}${after}`.replace(/\s+/g, " ").trim();
}

/** The sentence with its target, as one text. */
export function plainSentence({ action, targetName }: Pick<AuditEvent, "action" | "targetName">, t: TFunction): string {
  const { before, after, hasTarget } = sentenceOf(action, t);
  return hasTarget ? `${before}${targetName ?? ""}${after}`.replace(/\s+/g, " ").trim() : before;
}

function textOf(action: string, t: TFunction): string {
  const { thing, method, label } = whatOf(action);
  const words = { thing: label, target: TARGET };
  if (isOwn(action)) return t(`audit.own.${action}`, words);
  if (thing && isVerb(method)) return t(`audit.verbs.${method}`, words);
  return t("audit.other", { action, target: TARGET });
}

/** The noun of a route, and the route's action: `deleteKnowledgeBase` is `delete` of `KnowledgeBase`. */
export function whatOf(action: string): { thing: Thing | undefined; label: string; method: string } {
  const noun = NOUNS.find(({ addresses }) => action in addresses);
  return { thing: noun?.thing, label: noun?.label ?? "", method: noun ? methodOf(noun, action) : action };
}

function isOwn(action: string): action is OwnAction {
  return action in enAudit.audit.own;
}

function isVerb(method: string): method is Verb {
  return method in enAudit.audit.verbs;
}

/** The actions that the log can have, in the order of their words. */
export function knownActions(t: TFunction): { value: string; label: string }[] {
  const seen = new Set<string>();
  return [...Object.keys(nounAddresses), ...ACTIONS_WITHOUT_ROUTE]
    .filter((name) => isOwn(name) || isVerb(whatOf(name).method))
    .map((value) => ({ value, label: actionWords(value, t) }))
    .filter(({ label }) => !seen.has(label) && seen.add(label))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
