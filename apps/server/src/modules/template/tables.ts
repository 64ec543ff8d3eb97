import { resourceTable } from "../../platform/db/table-columns.ts";

export const template = resourceTable("template");
