import { resourceTable } from "../../platform/db/table-columns.ts";

export const providerResource = resourceTable("provider_resource");
