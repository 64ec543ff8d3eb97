import type { HeldItem, HeldItemsDone, HeldKind, HeldSummary, OldServer, RestoreState } from "@callwright/contract";

/** An error of the restore page's requests. Unlike the API, they use the code of `npm run restore`. */
export class RestoreError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "RestoreError";
    this.status = status;
  }
}

/** Fails with a `RestoreError` that has the server's sentence. */
async function ask<Answer>(path: string, token: string | undefined, body?: unknown): Promise<Answer> {
  const response = await fetch(`/restore${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new RestoreError(response.status, [answer.message].flat().join(" "));
  return answer as Answer;
}

export const unlock = (code: string) => ask<{ token: string; lockedAt: string }>("/unlock", undefined, { code });

export const createRestoreApi = (token: string) => ({
  /** Key of its queries. */
  key: ["restore", token] as const,
  state: () => ask<RestoreState>("", token),
  oldServer: () => ask<OldServer>("/old-server", token),
  items: (kind: HeldKind) => ask<HeldItem[]>(`/${kind}`, token),
  resume: (kind: HeldKind) => ask<HeldSummary>(`/${kind}/resume`, token, {}),
  act: (kind: HeldKind, what: "send" | "drop", ids: readonly string[]) => ask<HeldItemsDone>(`/${kind}/${what}`, token, { ids }),
});
export type RestoreApi = ReturnType<typeof createRestoreApi>;
