import type { CreateWorkflow } from "@callwright/contract";
import { draftTable, resourceTable, versionTable } from "../../platform/db/table-columns.ts";

export const workflow = resourceTable("workflow");

export const workflowVersion = versionTable<CreateWorkflow>("workflow", workflow);

export const workflowDraft = draftTable<CreateWorkflow>("workflow", workflow);
