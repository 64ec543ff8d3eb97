import { resourceTable } from "../../platform/db/table-columns.ts";

export const workflow = resourceTable("workflow");
