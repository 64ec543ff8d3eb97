import { resourceTable } from "../../platform/db/table-columns.ts";

export const squad = resourceTable("squad");
