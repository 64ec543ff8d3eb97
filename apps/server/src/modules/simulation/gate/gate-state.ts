import { createHash } from "node:crypto";
import type { SealedDatabase } from "../../../platform/secrets/sealed-headers.ts";
import { versions } from "../../assistant/store.ts";

/** What gates and nights store in a run. The API does not show it. */
export interface GateState {
  /** `configKey` of the draft or the version that is tested. */
  key?: string;
  /** The candidate that waits for the run. */
  candidate?: { assistantId: string; version: number };
  /** The night that the run is of: a day in the suite's time zone, like `2026-11-30`. */
  night?: string;
}

/** Equal for equal configurations, however their fields are ordered: the database orders them itself. */
export const configKey = (config: object): string =>
  createHash("sha256")
    .update(JSON.stringify(inOrder(config)))
    .digest("hex");

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    fields.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, inner]) => [name, inOrder(inner)]),
  );
}

/** The assistant that a run tests. */
interface TestedAssistant {
  assistantId?: string | undefined;
  /** A draft. */
  assistant?: object | undefined;
  assistantVersion?: number | undefined;
}

/** The key of a run with a draft or a version. */
export async function testedKey(
  store: SealedDatabase,
  orgId: string,
  { assistantId, assistant, assistantVersion }: TestedAssistant,
): Promise<Pick<GateState, "key">> {
  if (assistant !== undefined) return { key: configKey(assistant) };
  if (assistantId === undefined || assistantVersion === undefined) return {};
  const version = await versions.findVersion(store, orgId, assistantId.toLowerCase(), assistantVersion);
  return version ? { key: configKey(version.config) } : {};
}
