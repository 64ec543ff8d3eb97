import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AuthError } from "../../../data/auth-api.ts";
import { useServices } from "../../../data/services.tsx";
import { AuthCard } from "../AuthCard.tsx";
import { serverProblem } from "../auth-problems.ts";
import { useProblemText } from "../use-problem-text.ts";
import { CodeForm } from "./CodeForm.tsx";
import { type DeviceRequest, deviceRequestQuery } from "./device-requests.ts";
import { ReviewRequest } from "./ReviewRequest.tsx";

/** Approves a device without a browser: its code is typed or in the address. */
export function DevicePage() {
  const { user_code: code } = useSearch({ from: "/device" });
  return code === undefined ? <CodeForm /> : <AskedWith key={code} code={code} />;
}

function AskedWith({ code }: { code: string }) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const textOf = useProblemText();
  const request = useQuery(deviceRequestQuery(authApi, code));
  if (request.error) {
    const known = knownProblem(request.error);
    return <CodeForm code={code} problem={known ? t(`device.${known}`) : textOf(serverProblem(request.error, []))} />;
  }
  if (!request.data) {
    return (
      <AuthCard title={t("device.title")}>
        <Loader size="sm" role="status" aria-label={t("app.loading")} />
      </AuthCard>
    );
  }
  const obstacle = obstacleOf(request.data);
  if (obstacle) return <CodeForm code={code} problem={t(`device.${obstacle}`)} />;
  return <ReviewRequest code={code} request={request.data} />;
}

function knownProblem(error: Error): "invalid" | "expired" | undefined {
  if (!(error instanceof AuthError)) return undefined;
  return ({ invalid_request: "invalid", expired_token: "expired" } as const)[error.code ?? ""];
}

/** Why the request cannot be approved. */
function obstacleOf({ status, client_id: clientId }: DeviceRequest) {
  if (status === "approved") return "alreadyApproved";
  if (status === "denied") return "alreadyDenied";
  return clientId === undefined ? "someoneElse" : undefined;
}
