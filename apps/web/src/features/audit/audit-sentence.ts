import { ACTIONS_WITHOUT_ROUTE, type AuditEvent, NOUNS, nounAddresses } from "@callwright/contract";
import type { TFunction } from "i18next";
import { enAudit } from "../../messages/en-audit.ts";

type Verb = keyof typeof enAudit.audit.verbs;
export type Thing = (typeof NOUNS)[number]["thing"];
type OwnAction = keyof typeof enAudit.audit.own;

const LABELS: ReadonlyMap<string, string> = new Map(NOUNS.map(({ thing, label }) => [thing, label]));

/** Stands for the target in a text until it is put in. */
const TARGET = "\u0000";

/** A sentence with a place for what something was done to; `hasTarget` is false when it speaks of nothing but itself. */
export interface Sentence {
  before: string;
  after: string;
  hasTarget: boolean;
}

/** What a route's name says was done. */
export function sentenceOf(action: string, t: TFunction): Sentence {
  const [before = "", ...rest] = textOf(action, t).split(TARGET);
  return { before, after: rest.join(""), hasTarget: rest.length > 0 };
}

/** The same without the target, for a list of what can be done. */
export function actionWords(action: string, t: TFunction): string {
  const { before, after } = sentenceOf(action, t);
  return `${before}${after}`.replace(/\s+/g, " ").trim();
}

/** The whole in one text. */
export function plainSentence({ action, targetName }: Pick<AuditEvent, "action" | "targetName">, t: TFunction): string {
  const { before, after, hasTarget } = sentenceOf(action, t);
  return hasTarget ? `${before}${targetName ?? ""}${after}`.replace(/\s+/g, " ").trim() : before;
}

function textOf(action: string, t: TFunction): string {
  if (isOwn(action)) return t(`audit.own.${action}`, { target: TARGET });
  const derived = verbAndThing(action);
  if (!derived) return t("audit.other", { action, target: TARGET });
  return t(`audit.verbs.${derived.verb}`, { thing: LABELS.get(derived.thing) ?? derived.thing, target: TARGET });
}

function isOwn(action: string): action is OwnAction {
  return action in enAudit.audit.own;
}

/** `deleteKnowledgeBase` is `delete` and `KnowledgeBase`. */
export function verbAndThing(action: string): { verb: Verb; thing: Thing } | undefined {
  const [, verb = "", thing = ""] = /^([a-z]+)([A-Z]\w*)$/.exec(action) ?? [];
  if (!(verb in enAudit.audit.verbs) || !LABELS.has(thing)) return undefined;
  return { verb: verb as Verb, thing: thing as Thing };
}

/** What changes something, which the log can hold, in the order of its words. */
export function knownActions(t: TFunction): { value: string; label: string }[] {
  const seen = new Set<string>();
  return [...Object.keys(nounAddresses), ...ACTIONS_WITHOUT_ROUTE]
    .filter((name) => isOwn(name) || verbAndThing(name))
    .map((value) => ({ value, label: actionWords(value, t) }))
    .filter(({ label }) => !seen.has(label) && seen.add(label))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
