/** The script of each screen, by the path of its route. Where two paths match an address, the first one is the route's. */
export const SCREENS = {
  "/sign-in": () => import("../features/auth/sign-in/SignInPage.tsx"),
  "/sign-up": () => import("../features/auth/sign-in/SignUpPage.tsx"),
  "/forgot-password": () => import("../features/auth/sign-in/ForgotPasswordPage.tsx"),
  "/reset-password": () => import("../features/auth/sign-in/ResetPasswordPage.tsx"),
  "/sign-in-failed": () => import("../features/auth/sign-in/SignInFailedPage.tsx"),
  "/verify-email": () => import("../features/auth/sign-in/VerifyEmailPage.tsx"),
  "/invite/$id": () => import("../features/auth/invite/InvitePage.tsx"),
  "/device": () => import("../features/auth/device/DevicePage.tsx"),
  "/assistants": () => import("../features/assistants/list/AssistantsPage.tsx"),
  "/assistants/$id": () => import("../features/assistants/editor/AssistantPage.tsx"),
  "/assistants/$id/embed": () => import("../features/embed/EmbedPage.tsx"),
  "/calls": () => import("../features/calls/list/CallsPage.tsx"),
  "/calls/$id": () => import("../features/calls/page/CallPage.tsx"),
  "/webhooks": () => import("../features/webhooks/WebhooksPage.tsx"),
  "/chats/new": () => import("../features/chats/PlaygroundPage.tsx"),
  "/reports": () => import("../features/analytics/AnalyticsPage.tsx"),
  "/settings/organization": () => import("../features/organization/OrganizationPage.tsx"),
  "/settings/members": () => import("../features/organization/MembersPage.tsx"),
  "/settings/audit": () => import("../features/audit/AuditPage.tsx"),
  "/settings/key-sets": () => import("../features/key-sets/KeySetsPage.tsx"),
  "/settings/connection": () => import("../features/connection/ConnectionPage.tsx"),
  "/settings/account": () => import("../features/auth/account/AccountPage.tsx"),
  "/voices": () => import("../features/voices/VoicesPage.tsx"),
  "/settings/tokens": () => import("../features/tokens/TokensPage.tsx"),
  "/test-suites/$id/tests/new": () => import("../features/test-suites/CreateTestPage.tsx"),
  "/test-suites/$id/tests/$testId": () => import("../features/test-suites/TestPage.tsx"),
  "/$resource": () => import("../resource/list/ResourceListPage.tsx"),
  "/$resource/new": () => import("../resource/page/ResourceCreatePage.tsx"),
  "/$resource/$id": () => import("../resource/page/ResourcePage.tsx"),
} as const;

/** Starts to load the script of the screen at an address, before there is a router. Does nothing at other addresses. */
export async function loadScreen(pathname: string): Promise<void> {
  const screen = screenAt(pathname === "/" ? "/assistants" : pathname);
  if (screen) await SCREENS[screen]();
}

export function screenAt(pathname: string): keyof typeof SCREENS | undefined {
  const given = pathname.replace(/\/$/, "").split("/");
  return (Object.keys(SCREENS) as (keyof typeof SCREENS)[]).find((path) => {
    const parts = path.split("/");
    return parts.length === given.length && parts.every((part, index) => part.startsWith("$") || part === given[index]);
  });
}
