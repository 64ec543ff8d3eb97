import { CreateWorkflow, lintWorkflow } from "@callwright/contract";
import { expect, test } from "vitest";
import { WORKFLOW_TEMPLATES } from "./workflow-templates.ts";

test.each(Object.entries(WORKFLOW_TEMPLATES))("the template %s is valid and has no problems", (_, template) => {
  expect(CreateWorkflow.safeParse(template).error).toBeUndefined();
  expect(lintWorkflow(template)).toEqual([]);
});
