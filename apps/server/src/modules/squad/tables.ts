import type { CreateSquad } from "@callwright/contract";
import { draftTable, resourceTable, versionTable } from "../../platform/db/table-columns.ts";

export const squad = resourceTable("squad");

export const squadVersion = versionTable<CreateSquad>("squad", squad);

export const squadDraft = draftTable<CreateSquad>("squad", squad);
