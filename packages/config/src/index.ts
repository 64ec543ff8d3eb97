/** The configuration of an organization as files. */
export { afterStep, applyPlan, type Failure } from "./apply.ts";
export { type Problem, parseConfigText } from "./config-text.ts";
export { isRead, isSkipped, LOCK_FILE, SETTINGS_FILE } from "./file-paths.ts";
export { type Folder, isFolder, KINDS } from "./kinds.ts";
export type { Ids } from "./match.ts";
export { idsToLock, isUnread, matchResources } from "./match.ts";
export { describeChange, makePlan, overwrites, type Plan, type PlanOptions, type Step } from "./plan.ts";
export { slugsOf } from "./portable.ts";
export { pullFiles } from "./pull.ts";
export { type Desired, type FileTree, readFiles } from "./read-files.ts";
export { type Organization, openRemote, type Remote, readOrganization } from "./remote.ts";
export { fingerprints, openSynced, type Sides, type SyncedFingerprints } from "./synced.ts";
