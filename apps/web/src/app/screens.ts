import type { Client } from "@callwright/client";

/** The script of each screen, by the path of its route. If two paths match an address, the first one is the route's. */
export const SCREENS = {
  "/sign-in": () => import("../features/auth/sign-in/SignInPage.tsx"),
  "/sign-up": () => import("../features/auth/sign-in/SignUpPage.tsx"),
  "/forgot-password": () => import("../features/auth/sign-in/ForgotPasswordPage.tsx"),
  "/reset-password": () => import("../features/auth/sign-in/ResetPasswordPage.tsx"),
  "/sign-in-failed": () => import("../features/auth/sign-in/SignInFailedPage.tsx"),
  "/verify-email": () => import("../features/auth/sign-in/VerifyEmailPage.tsx"),
  "/invite/$id": () => import("../features/auth/invite/InvitePage.tsx"),
  "/device": () => import("../features/auth/device/DevicePage.tsx"),
  "/server/restore": () => import("../features/restore/RestorePage.tsx"),
  "/overview": () => import("../features/overview/OverviewPage.tsx"),
  "/assistants": () => import("../features/assistants/list/AssistantsPage.tsx"),
  "/assistants/$id": () => import("../features/assistants/editor/AssistantPage.tsx"),
  "/assistants/$id/embed": () => import("../features/embed/EmbedPage.tsx"),
  "/calls": () => import("../features/calls/list/CallsPage.tsx"),
  "/calls/$id": () => import("../features/calls/page/CallPage.tsx"),
  "/handset": () => import("../features/handset/HandsetPage.tsx"),
  "/settings/webhooks": () => import("../features/webhooks/WebhooksPage.tsx"),
  "/chats/new": () => import("../features/chats/PlaygroundPage.tsx"),
  "/reports": () => import("../features/analytics/AnalyticsPage.tsx"),
  "/settings/organization": () => import("../features/organization/OrganizationPage.tsx"),
  "/settings/members": () => import("../features/organization/MembersPage.tsx"),
  "/settings/audit": () => import("../features/audit/AuditPage.tsx"),
  "/settings/deleted": () => import("../features/deleted/DeletedPage.tsx"),
  "/settings/erasure": () => import("../features/erasure/ErasurePage.tsx"),
  "/settings/key-sets": () => import("../features/key-sets/KeySetsPage.tsx"),
  "/settings/costs": () => import("../features/costs/CostsPage.tsx"),
  "/settings/config": () => import("../features/config/ConfigPage.tsx"),
  "/settings/connection": () => import("../features/connection/ConnectionPage.tsx"),
  "/settings/account": () => import("../features/auth/account/AccountPage.tsx"),
  "/voices": () => import("../features/voices/VoicesPage.tsx"),
  "/settings/developers": () => import("../features/developers/DevelopersPage.tsx"),
  "/simulations/callers/new": () => import("../features/simulations/CallerPage.tsx"),
  "/simulations/callers/$callerId": () => import("../features/simulations/CallerPage.tsx"),
  "/simulations/runs/$runId": () => import("../features/simulations/RunPage.tsx"),
  "/simulations/$id/tests/new": () => import("../features/simulations/test-editor/CreateTestPage.tsx"),
  "/simulations/$id/tests/$testId": () => import("../features/simulations/test-editor/TestPage.tsx"),
  "/simulations/new": () => import("../features/simulations/SuitePage.tsx"),
  "/$resource": () => import("../resource/list/ResourceListPage.tsx"),
  "/$resource/new": () => import("../resource/page/ResourceCreatePage.tsx"),
  "/$resource/$id/embed": () => import("../features/embed/EmbedPage.tsx"),
  "/simulations/$id": () => import("../features/simulations/SuitePage.tsx"),
  "/$resource/$id": () => import("../resource/page/ResourcePage.tsx"),
} as const;

type Screen = keyof typeof SCREENS;

/** The first requests of a screen, if they depend only on its path. */
const FIRST_READS: { [Each in Screen]?: (client: Client, id: string) => Promise<unknown>[] } = {
  "/assistants/$id": (client, id) => [
    client.assistants.get({ id }),
    client.assistants.getDraft({ id }),
    client.server.getStatus(),
  ],
  "/calls": (client) => [client.calls.listPage({ query: {} })],
};

/** The screen at an address, known before the router is loaded. Undefined for an address that the router redirects or does not know. */
export function screenAt(pathname: string): Screen | undefined {
  const given = partsOf(pathname === "/" ? "/overview" : pathname);
  return (Object.keys(SCREENS) as Screen[]).find((path) => {
    const parts = path.split("/");
    return parts.length === given.length && parts.every((part, index) => part.startsWith("$") || part === given[index]);
  });
}

/** Sends the requests of `FIRST_READS`. */
export async function readFirst(client: Client, screen: Screen, { pathname, search }: Location): Promise<void> {
  if (search !== "") return;
  const id = decodeURIComponent(partsOf(pathname)[2] ?? "");
  await Promise.all(FIRST_READS[screen]?.(client, id) ?? []);
}

const partsOf = (pathname: string) => pathname.replace(/\/$/, "").split("/");
