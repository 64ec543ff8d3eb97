import { resourceTable } from "../../platform/db/table-columns.ts";

export const phoneNumber = resourceTable("phone_number");
