import { queryOptions } from "@tanstack/react-query";
import type { AuthApi } from "../../app/auth-api.ts";

/** What a device asks for. */
export interface DeviceRequest {
  status: "pending" | "approved" | "denied";
  /** Missing when another account has opened the code before. */
  client_id?: string;
  /** Words with spaces between them; may be empty. */
  scope?: string | null;
}

/** Reading it claims it: from then on nobody else can approve it. */
export function deviceRequestQuery(authApi: AuthApi, userCode: string) {
  return queryOptions({
    queryKey: ["device", userCode],
    retry: false,
    // It is the person who changes it.
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
