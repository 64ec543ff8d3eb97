/** `UNPUBLISHED_VERSION` inside. */
export const UNPUBLISHED = 0;

/** Versions are integers inside and `v3` outside. */
export function versionName(version: number): string {
  return `v${version}`;
}

/** Undefined when the text names no version. */
export function parseVersionName(name: string): number | undefined {
  const digits = /^v(0|[1-9]\d{0,8})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The live version of a row of `createVersionedResource`. A server without versions stored none. */
export function liveVersion({ state }: { state: Readonly<Record<string, unknown>> }): number {
  return parseVersionName(String(state.latestVersion)) ?? 1;
}
