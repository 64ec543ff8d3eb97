import { queryOptions } from "@tanstack/react-query";
import type { AuthApi } from "../../../data/auth-api.ts";

/** A device's request. */
export interface DeviceRequest {
  status: "pending" | "approved" | "denied";
  /** Missing if another account has claimed the code. */
  client_id?: string;
  /** Scopes, separated by spaces; may be empty. */
  scope?: string | null;
}

/** Reading the request claims it: no other user can approve it afterwards. */
export function deviceRequestQuery(authApi: AuthApi, userCode: string) {
  return queryOptions({
    queryKey: ["device", userCode],
    retry: false,
    // Only the user changes it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: () => authApi.call((client) => client.$fetch<DeviceRequest>("/device", { query: { user_code: userCode } })),
  });
}

export type DeviceAnswer = "approve" | "deny";

export async function answerDevice(authApi: AuthApi, userCode: string, answer: DeviceAnswer): Promise<DeviceAnswer> {
  await authApi.call((client) => client.$fetch(`/device/${answer}`, { method: "POST", body: { userCode } }));
  return answer;
}
