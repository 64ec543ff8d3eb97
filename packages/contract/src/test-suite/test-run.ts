import { z } from "zod";
import { EntityFields, Id } from "../wire/entity.ts";
import { TEST_NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { patchOf } from "../wire/patch-of.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { defineRoutes } from "../wire/route.ts";
import { SuiteTest } from "./suite-test.ts";

/**
 * ```
 *   queued ──▶ in-progress ──▶ completed
 *                          └─▶ failed      the run could not finish
 * ```
 */
export const TEST_RUN_STATUSES = ["queued", "in-progress", "completed", "failed"] as const;

const TestRunFields = { name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS).optional() };

export const CreateTestRun = z.strictObject(TestRunFields);
export type CreateTestRun = z.infer<typeof CreateTestRun>;

export const UpdateTestRun = patchOf(TestRunFields);
export type UpdateTestRun = z.infer<typeof UpdateTestRun>;

const Attempt = z.looseObject({
  scorerResults: z.array(
    z.looseObject({
      type: z.literal("ai"),
      result: z.enum(["pass", "fail"]),
      reasoning: z.string(),
      rubric: z.string(),
    }),
  ),
  /** For a voice test. */
  callId: Id.optional(),
  call: z.looseObject({ artifact: z.looseObject({}) }).optional(),
  /** For a chat test. */
  metadata: z.looseObject({ sessionId: z.string() }).optional(),
});

export const TestRun = z.looseObject({
  ...EntityFields,
  ...TestRunFields,
  testSuiteId: Id,
  status: z.enum(TEST_RUN_STATUSES),
  testResults: z.array(z.looseObject({ test: SuiteTest, attempts: z.array(Attempt) })),
});
export type TestRun = z.infer<typeof TestRun>;

const one = { path: "/test-suite/{id}/run/{runId}", scope: "private", response: TestRun, status: 200 } as const;

export const testRunRoutes = defineRoutes({
  listTestRuns: {
    method: "GET",
    path: "/test-suite/{id}/run",
    scope: "private",
    role: "viewer",
    query: PageQuery,
    response: pageOf(TestRun),
    status: 200,
    summary: "List the runs of a suite, newest first",
  },
  createTestRun: {
    method: "POST",
    path: "/test-suite/{id}/run",
    scope: "private",
    role: "editor",
    body: CreateTestRun,
    response: TestRun,
    status: 201,
    summary: "Run the tests of a suite",
  },
  getTestRun: { ...one, method: "GET", role: "viewer", summary: "Get a run with its results" },
  updateTestRun: { ...one, method: "PATCH", role: "editor", body: UpdateTestRun, summary: "Rename a run" },
  deleteTestRun: {
    ...one,
    method: "DELETE",
    role: "editor",
    summary: "Delete a run; it can be restored for 30 days",
  },
  restoreTestRun: {
    ...one,
    method: "POST",
    path: "/test-suite/{id}/run/{runId}/restore",
    role: "editor",
    summary: "Restore a deleted run",
  },
});
