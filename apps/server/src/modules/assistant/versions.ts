import { isDeepStrictEqual } from "node:util";
import { type CreateAssistant, type GateRun, PlatformError, type PublishGate } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { addedReferences, requireReferences } from "../../platform/resource-kit/references.ts";
import { UNPUBLISHED, versionName } from "../../platform/resource-kit/versions/version-names.ts";
import type { PublishGates } from "./publish-gate.ts";
import * as store from "./store.ts";
import type { CandidateGate } from "./tables.ts";

/** How versions of an assistant come to be: published ones, and candidates, which wait for the suites of its gate. */

export type VersionContext = Pick<ServerContext, "config" | "db" | "now" | "newId" | "secrets">;
/** `db` is a transaction that holds the assistant. */
export type GatedContext = VersionContext & { gates: PublishGates };

/** A write of an assistant's configuration. */
export interface WrittenVersion {
  /** The live version after the write. */
  live: store.AssistantRow;
  /** The candidate that it stored, or that has the same configuration. */
  candidate?: store.AssistantVersionRow;
  /** Runs of a candidate that it replaced. They are canceled after the transaction. */
  replaced: GateRun[];
}

/** Stores the row's configuration as its latest version. */
export function addVersion(
  tx: VersionContext,
  { userId }: Pick<OrgCaller, "userId">,
  { id: ownerId, orgId, latestVersion: version, config, updatedAt: createdAt }: store.AssistantRow,
  parent: number,
): Promise<void> {
  const row = { id: tx.newId(), orgId, ownerId, version, config, createdBy: userId, createdAt, parent };
  return store.versions.insertVersion(tx, { ...row, gate: null, rejected: null });
}

/** Makes `config` the live version, unless it is the present one. A candidate ends: it is older, or the opposite was wanted. */
export async function publish(
  tx: VersionContext,
  caller: OrgCaller,
  row: store.AssistantRow,
  config: CreateAssistant,
): Promise<WrittenVersion> {
  const isLive = row.latestVersion !== UNPUBLISHED && isDeepStrictEqual(config, row.config);
  if (isLive && row.candidateVersion === null) return { live: row, replaced: [] };
  if (!isLive) await requireReferences(tx.db, caller.orgId, addedReferences(config, row.config));
  const version = isLive ? row.latestVersion : (await newestVersion(tx, row)) + 1;
  const reason = isLive ? "The change was taken back." : `Version ${versionName(version)} was published.`;
  const replaced = await rejectCandidate(tx, row, reason);
  const updatedAt = isLive ? row.updatedAt : tx.now();
  const change = { config, latestVersion: version, candidateVersion: null, updatedAt };
  const live = found(await store.updateAssistant(tx, caller.orgId, row.id, change), "Assistant");
  if (!isLive) await addVersion(tx, caller, live, row.latestVersion);
  return { live, replaced };
}

/** As `publish`, with a gate for every write: the configuration waits as a candidate, unless the suites have passed with it already. */
export async function publishOrWait(
  tx: GatedContext,
  caller: OrgCaller,
  row: store.AssistantRow,
  { config, candidate }: { config: CreateAssistant; candidate: store.AssistantVersionRow | undefined },
): Promise<WrittenVersion> {
  const gate = row.publishGate;
  if (gate?.mode !== "all" || (await hasBeenLive(tx, row, config))) return publish(tx, caller, row, config);
  if (candidate && isDeepStrictEqual(config, candidate.config)) return { live: row, candidate, replaced: [] };
  if (await hasPassed(tx, row, gate, config)) return publish(tx, caller, row, config);
  await requireReferences(tx.db, caller.orgId, addedReferences(config, row.config));
  return addCandidate(tx, caller, { row, config, gate });
}

/** The number of the newest version, a rejected one too. 0 without a version. */
async function newestVersion(tx: VersionContext, row: store.AssistantRow): Promise<number> {
  return (await store.versions.newestVersion(tx, row))?.version ?? UNPUBLISHED;
}

async function addCandidate(
  tx: GatedContext,
  caller: OrgCaller,
  { row, config, gate }: { row: store.AssistantRow; config: CreateAssistant; gate: PublishGate },
): Promise<WrittenVersion> {
  const { id: assistantId, orgId } = row;
  const version = (await newestVersion(tx, row)) + 1;
  const replaced = await rejectCandidate(tx, row, `Version ${versionName(version)} replaced it.`);
  const at = tx.now();
  const made = { id: tx.newId(), orgId, ownerId: assistantId, version, config, createdBy: caller.userId, createdAt: at };
  const waiting = { ...made, parent: row.latestVersion, gate: null, rejected: null };
  await store.versions.insertVersion(tx, waiting);
  const { minimum } = gate;
  const waitsFor: CandidateGate = { minimum, runs: await tx.gates.start(tx.db, caller, { assistantId, version }, gate) };
  await store.updateVersion(tx, row, version, { gate: waitsFor });
  const live = found(await store.updateAssistant(tx, orgId, assistantId, { candidateVersion: version }), "Assistant");
  return { live, candidate: { ...waiting, gate: waitsFor }, replaced };
}

/** Returns the runs that the candidate waited for. Without one, it does nothing. */
async function rejectCandidate(tx: VersionContext, row: store.AssistantRow, rejected: string): Promise<GateRun[]> {
  const { candidateVersion } = row;
  if (candidateVersion === null) return [];
  const candidate = await store.updateVersion(tx, row, candidateVersion, { rejected });
  return candidate?.gate?.runs ?? [];
}

/** Ends the candidate of an assistant, which the transaction holds. */
export async function dropCandidate(tx: VersionContext, row: store.AssistantRow, reason: string): Promise<GateRun[]> {
  const runs = await rejectCandidate(tx, row, reason);
  if (row.candidateVersion !== null) await store.updateAssistant(tx, row.orgId, row.id, { candidateVersion: null });
  return runs;
}

/** What the runs of a candidate say: they go on, all passed, or why they did not: a sentence. */
export type CandidateVerdict = "running" | "passed" | { failure: string };

/**
 * Makes a candidate live when its runs have passed, and rejects it when one has failed, in the transaction of `tx`. Without effect on a version that is
 * not the candidate any more. Returns the runs that nothing waits for now.
 */
export async function settleCandidate(
  tx: VersionContext,
  { orgId, assistantId, version }: { orgId: string; assistantId: string; version: number },
  judge: (gate: CandidateGate) => Promise<CandidateVerdict>,
): Promise<GateRun[]> {
  const row = await store.findAssistantForUpdate(tx, orgId, assistantId);
  if (row?.candidateVersion !== version) return [];
  const candidate = await store.versions.findVersion(tx, orgId, assistantId, version);
  if (!candidate?.gate) throw new Error("a candidate waits for no runs");
  const verdict = await judge(candidate.gate);
  if (verdict === "running") return [];
  if (verdict !== "passed") return dropCandidate(tx, row, verdict.failure);
  const { config } = candidate;
  await store.updateAssistant(tx, orgId, assistantId, {
    config,
    latestVersion: version,
    candidateVersion: null,
    updatedAt: tx.now(),
  });
  return [];
}

/** Fails with `publish-gated`, unless the suites of the gate have passed with this configuration, or it was live before. */
export async function requireGate(tx: GatedContext, row: store.AssistantRow, config: CreateAssistant): Promise<void> {
  const gate = row.publishGate;
  if (!gate || (await hasBeenLive(tx, row, config))) return;
  const checks = await tx.gates.checkConfig(tx.db, row.orgId, { assistantId: row.id, config }, gate);
  const open = checks.filter(({ status }) => status !== "passed");
  if (open.length === 0) return;
  const suites = open.map(({ name, testSuiteId, status }) => `${name ?? testSuiteId} (${STATUS_WORDS[status]})`).join(", ");
  throw new PlatformError("publish-gated", { suites });
}

const STATUS_WORDS = { missing: "not run", running: "running", failed: "failed", passed: "passed" } as const;

async function hasPassed(tx: GatedContext, row: store.AssistantRow, gate: PublishGate, config: CreateAssistant) {
  const checks = await tx.gates.checkConfig(tx.db, row.orgId, { assistantId: row.id, config }, gate);
  return checks.every(({ status }) => status === "passed");
}

/** A gate never blocks the way back: what callers have met before may go live again. */
export async function hasBeenLive(tx: VersionContext, row: store.AssistantRow, config: CreateAssistant): Promise<boolean> {
  if (row.latestVersion === UNPUBLISHED) return false;
  if (isDeepStrictEqual(config, row.config)) return true;
  return (await store.listLiveBefore(tx, row, config)).some((before) => isDeepStrictEqual(config, before.config));
}
