import { resourceTable } from "../../platform/db/table-columns.ts";

export const credential = resourceTable("credential");
