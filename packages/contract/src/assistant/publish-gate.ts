import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { GATE_MAX_SUITES, GATE_REASON_MAX_CHARACTERS } from "../wire/limits.ts";

/**
 * What waits for the suites of a gate: `publish` is the dashboard's Publish (`POST /assistant/{id}/publish`). With `all`, `PATCH` and `PUT` wait, too:
 * their version is a candidate until the suites pass.
 */
export const GATE_MODES = ["publish", "all"] as const;

/** Share of the attempts that must pass, 0.01 to 1. Default 1: all of them. */
export const MinimumShare = z.number().min(0.01).max(1).meta({ title: "Share that must pass", default: 1 });

/** The suites that a version of an assistant must pass before it goes live. Callwright only. */
export const PublishGate = z.strictObject({
  suiteIds: z
    .array(Id.toLowerCase())
    .min(1)
    .max(GATE_MAX_SUITES)
    .refine((ids) => new Set(ids).size === ids.length, { error: "must name each suite once" })
    .meta({ description: "Suites whose target is this assistant." }),
  mode: z.enum(GATE_MODES).default("publish"),
  minimum: MinimumShare.optional(),
});
export type PublishGate = z.infer<typeof PublishGate>;

/** Why a version goes live without its suites. The audit log keeps it. */
export const GateReason = z.string().trim().min(1).max(GATE_REASON_MAX_CHARACTERS);

/** A suite of a gate, and what its run says. */
export const GateCheck = z.object({
  testSuiteId: Id,
  /** Absent when the suite has no name, or was deleted. */
  name: z.string().optional(),
  /** `missing`: no run of the whole suite, as it is now, with this configuration. `failed`: too few attempts passed, or the run was canceled. */
  status: z.enum(["missing", "running", "passed", "failed"]),
  /** Absent with `missing`. */
  runId: Id.optional(),
  /** Attempts with a result that counts: unstable ones do not. */
  passed: z.number().int(),
  total: z.number().int(),
  /** Attempts that must pass of `total`. */
  needed: z.number().int(),
});
export type GateCheck = z.infer<typeof GateCheck>;

/** A run that a candidate waits for. */
export const GateRun = z.object({ testSuiteId: Id, runId: Id });
export type GateRun = z.infer<typeof GateRun>;

/** The gate of an assistant, and how it stands. */
export const PublishGateState = z.object({
  assistantId: Id,
  /** The assistant's name. */
  name: z.string().optional(),
  /** Null: versions go live at once. */
  publishGate: PublishGate.nullable(),
  /** What the gate's suites say of your draft, or of the live version without one. */
  checks: z.array(GateCheck),
  /** Publishing your draft needs no suite: there is no gate, or the same configuration was live before. */
  isFree: z.boolean(),
  /** The version that waits for its suites. */
  candidate: z.object({ version: z.string(), checks: z.array(GateCheck) }).nullable(),
});
export type PublishGateState = z.infer<typeof PublishGateState>;

/**
 * ```
 *   candidate ──▶ live ──▶ old
 *            └──▶ rejected      a suite failed, or a newer version replaced it; it never was live
 * ```
 */
export const VERSION_STATUSES = ["live", "candidate", "rejected", "old"] as const;
