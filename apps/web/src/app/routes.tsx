import {
  createRoute,
  createRouter,
  defaultStringifySearch,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { serverStatusQuery } from "../data/server-status.ts";
import type { Services } from "../data/services.tsx";
import { isTalkRequested, keepTalkRequest } from "../data/talk-request.ts";
import { analyticsPageSearch } from "../features/analytics/analytics-search.ts";
import { assistantDraftQuery, assistantQuery } from "../features/assistants/assistant-queries.ts";
import { assistantListSearch, assistantSearch } from "../features/assistants/assistant-search.ts";
import { deviceSearch } from "../features/auth/device/device-search.ts";
import { invitationQuery } from "../features/auth/invite/invitation-query.ts";
import { returnToSearch } from "../features/auth/return-to.ts";
import { mailLinkSearch, signUpSearch } from "../features/auth/sign-in/auth-search.ts";
import { openMailLink } from "../features/auth/sign-in/open-mail-link.ts";
import { socialFailedSearch } from "../features/auth/social-search.ts";
import { callListSearch } from "../features/calls/call-list-search.ts";
import { callSearch } from "../features/calls/page/call-search.ts";
import { playgroundSearch } from "../features/chats/playground-search.ts";
import { embedSearch } from "../features/embed/embed-options.ts";
import { handsetSearch } from "../features/handset/handset-search.ts";
import { overviewSearch } from "../features/overview/overview-search.ts";
import { runSearch } from "../features/test-suites/run-search.ts";
import { voiceSearch } from "../features/voices/voice-search.ts";
import { webhookSearch } from "../features/webhooks/webhook-search.ts";
import { PageSkeleton } from "../kit/PageSkeleton.tsx";
import { resourceListSearch } from "../resource/list/list-search.ts";
import { resourceCreateSearch, resourcePageSearch } from "../resource/page/page-search.ts";
import { ResourceError } from "../resource/page/ResourceError.tsx";
import { BareRouteError, NotFound, RouteError } from "../resource/page/RouteError.tsx";
import { resourceQuery } from "../resource/resource-queries.ts";
import { knownSearch } from "./known-search.ts";
import { findResource } from "./registry.ts";
import { SCREENS } from "./screens.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { rootRoute, shellRoute } from "./shell-route.tsx";

const signInSearch = knownSearch(returnToSearch);
const readSignUpSearch = knownSearch(signUpSearch);
const readMailLinkSearch = knownSearch(mailLinkSearch);
const readSocialFailedSearch = knownSearch(socialFailedSearch);
const readDeviceSearch = knownSearch(deviceSearch);
const readAssistantSearch = knownSearch(assistantSearch);

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  errorComponent: BareRouteError,
  validateSearch: signInSearch,
  beforeLoad: async ({ context, search }) => {
    if ((await context.session.restore()).kind === "signed-in") throw redirect({ href: search.returnTo ?? "/overview" });
    const status = await context.queryClient.fetchQuery(serverStatusQuery(context.session.client));
    if (status.firstRun) throw redirect({ to: "/sign-up", search });
  },
  component: lazyRouteComponent(SCREENS["/sign-in"], "SignInPage"),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-up",
  errorComponent: BareRouteError,
  validateSearch: readSignUpSearch,
  beforeLoad: async ({ context, search }) => {
    if ((await context.session.restore()).kind === "signed-in") throw redirect({ href: search.returnTo ?? "/overview" });
  },
  loaderDeps: ({ search }) => ({ invitation: search.invitation }),
  /** The invitation, if there is one and it is open. */
  loader: async ({ context: { queryClient, session }, deps: { invitation } }) => {
    await queryClient.ensureQueryData(serverStatusQuery(session.client));
    if (invitation === undefined) return undefined;
    return queryClient.ensureQueryData(invitationQuery(session.client, invitation)).catch(() => undefined);
  },
  component: lazyRouteComponent(SCREENS["/sign-up"], "SignUpPage"),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  errorComponent: BareRouteError,
  validateSearch: signInSearch,
  component: lazyRouteComponent(SCREENS["/forgot-password"], "ForgotPasswordPage"),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password",
  errorComponent: BareRouteError,
  validateSearch: readMailLinkSearch,
  component: lazyRouteComponent(SCREENS["/reset-password"], "ResetPasswordPage"),
});

const signInFailedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in-failed",
  errorComponent: BareRouteError,
  validateSearch: readSocialFailedSearch,
  beforeLoad: async ({ context }) => {
    await context.session.restore();
  },
  component: lazyRouteComponent(SCREENS["/sign-in-failed"], "SignInFailedPage"),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/verify-email",
  errorComponent: BareRouteError,
  validateSearch: readMailLinkSearch,
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps: { token } }) => (token === undefined ? undefined : openMailLink(context, token)),
  component: lazyRouteComponent(SCREENS["/verify-email"], "VerifyEmailPage"),
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invite/$id",
  errorComponent: BareRouteError,
  beforeLoad: async ({ context }) => {
    await context.session.restore();
  },
  component: lazyRouteComponent(SCREENS["/invite/$id"], "InvitePage"),
});

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/device",
  errorComponent: BareRouteError,
  validateSearch: readDeviceSearch,
  beforeLoad: async ({ context, location }) => {
    if ((await context.session.restore()).kind === "signed-in") return;
    throw redirect({ to: "/sign-in", search: { returnTo: location.href } });
  },
  component: lazyRouteComponent(SCREENS["/device"], "DevicePage"),
});

/** For the operator of a restored server: a code opens it, no account does. */
const restoreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/server/restore",
  errorComponent: BareRouteError,
  component: lazyRouteComponent(SCREENS["/server/restore"], "RestorePage"),
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/overview" });
  },
});

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/overview",
  validateSearch: knownSearch(overviewSearch),
  beforeLoad: ({ context }) => {
    // Another host does not have these figures.
    if (!context.dataHost.offers("getOverview")) throw redirect({ to: "/assistants" });
  },
  component: lazyRouteComponent(SCREENS["/overview"], "OverviewPage"),
});

const assistantsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/assistants",
  validateSearch: knownSearch(assistantListSearch),
  component: lazyRouteComponent(SCREENS["/assistants"], "AssistantsPage"),
});

const assistantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/assistants/$id",
  validateSearch: readAssistantSearch,
  beforeLoad: ({ params, search: { talk, ...search } }) => {
    if (talk !== undefined && !isTalkRequested(talk)) throw redirect({ to: "/assistants/$id", params, search, replace: true });
  },
  loader: async ({ context: { queryClient, session }, params: { id } }) => {
    await Promise.all([
      queryClient.ensureQueryData(assistantQuery(session.client, id)),
      queryClient.fetchQuery(assistantDraftQuery(session.client, id)),
      // What can be chosen is known when it is first shown. Without an answer, everything is offered.
      queryClient.ensureQueryData(serverStatusQuery(session.client)).catch(() => undefined),
    ]);
  },
  errorComponent: lazyRouteComponent(() => import("../features/assistants/editor/AssistantError.tsx"), "AssistantError"),
  component: lazyRouteComponent(SCREENS["/assistants/$id"], "AssistantPage"),
});

const embedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/assistants/$id/embed",
  validateSearch: knownSearch(embedSearch),
  loader: ({ context: { queryClient, session }, params: { id } }) =>
    queryClient.ensureQueryData(assistantQuery(session.client, id)),
  component: lazyRouteComponent(SCREENS["/assistants/$id/embed"], "EmbedPage"),
});

const callsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/calls",
  validateSearch: knownSearch(callListSearch),
  component: lazyRouteComponent(SCREENS["/calls"], "CallsPage"),
});

const callRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/calls/$id",
  validateSearch: knownSearch(callSearch),
  component: lazyRouteComponent(SCREENS["/calls/$id"], "CallPage"),
});

const handsetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/handset",
  validateSearch: knownSearch(handsetSearch),
  component: lazyRouteComponent(SCREENS["/handset"], "HandsetPage"),
});

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/webhooks",
  validateSearch: knownSearch(webhookSearch),
  component: lazyRouteComponent(SCREENS["/webhooks"], "WebhooksPage"),
});

const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/chats/new",
  validateSearch: knownSearch(playgroundSearch),
  component: lazyRouteComponent(SCREENS["/chats/new"], "PlaygroundPage"),
});

const analyticsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reports",
  validateSearch: knownSearch(analyticsPageSearch),
  component: lazyRouteComponent(SCREENS["/reports"], "AnalyticsPage"),
});

/** A link to a saved view: opens its screen as it was saved. */
const viewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/views/$id",
  loader: async ({ context: { session }, params: { id } }) => {
    const { screen, state } = await session.client.savedViews.get({ id });
    // Each screen checks its own search parameters.
    if (screen === "dashboards") throw redirect({ to: "/reports", search: { dashboard: id } });
    throw redirect({ href: `/${screen}${defaultStringifySearch(state)}` });
  },
  errorComponent: ResourceError,
  component: Outlet,
});

const voicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/voices",
  validateSearch: knownSearch(voiceSearch),
  component: lazyRouteComponent(SCREENS["/voices"], "VoicesPage"),
});

const createTestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/test-suites/$id/tests/new",
  validateSearch: knownSearch(resourcePageSearch),
  component: lazyRouteComponent(SCREENS["/test-suites/$id/tests/new"], "CreateTestPage"),
});

const testRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/test-suites/$id/tests/$testId",
  validateSearch: knownSearch(resourcePageSearch),
  component: lazyRouteComponent(SCREENS["/test-suites/$id/tests/$testId"], "TestPage"),
});

const testRunRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/test-suites/$id/runs/$runId",
  validateSearch: knownSearch(runSearch),
  component: lazyRouteComponent(SCREENS["/test-suites/$id/runs/$runId"], "RunPage"),
});

/** The generated screens of every resource: see `resource/resource.ts`. The routes above have precedence. */
const resourceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/$resource",
  loader: async ({ params }) => {
    const resource = await findResource(params.resource);
    if (!resource) throw notFound();
    return resource;
  },
  notFoundComponent: NotFound,
  component: Outlet,
});

const resourceListRoute = createRoute({
  getParentRoute: () => resourceRoute,
  path: "/",
  validateSearch: knownSearch(resourceListSearch),
  component: lazyRouteComponent(SCREENS["/$resource"], "ResourceListPage"),
});

const resourceCreateRoute = createRoute({
  getParentRoute: () => resourceRoute,
  path: "/new",
  validateSearch: knownSearch(resourceCreateSearch),
  loader: async ({ params }) => {
    const resource = await findResource(params.resource);
    // Resources without a form are created on their list page.
    if (resource && (!resource.schema || resource.createAction)) throw redirect({ to: "/$resource", params });
  },
  component: lazyRouteComponent(SCREENS["/$resource/new"], "ResourceCreatePage"),
});

const resourcePageRoute = createRoute({
  getParentRoute: () => resourceRoute,
  path: "/$id",
  validateSearch: knownSearch(resourcePageSearch),
  loader: async ({ context: { queryClient, session }, params }) => {
    const resource = await findResource(params.resource);
    if (resource) await queryClient.ensureQueryData(resourceQuery(session.client, resource, params.id));
  },
  errorComponent: ResourceError,
  component: lazyRouteComponent(SCREENS["/$resource/$id"], "ResourcePage"),
});

const teamEmbedRoute = createRoute({
  getParentRoute: () => resourceRoute,
  path: "/$id/embed",
  validateSearch: knownSearch(embedSearch),
  beforeLoad: ({ params: { resource } }) => {
    if (resource !== "squads" && resource !== "workflows") throw notFound();
  },
  component: lazyRouteComponent(SCREENS["/$resource/$id/embed"], "TeamEmbedPage"),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  signUpRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  signInFailedRoute,
  verifyEmailRoute,
  inviteRoute,
  deviceRoute,
  restoreRoute,
  shellRoute.addChildren([
    homeRoute,
    overviewRoute,
    assistantsRoute,
    assistantRoute,
    embedRoute,
    callsRoute,
    callRoute,
    handsetRoute,
    webhooksRoute,
    playgroundRoute,
    analyticsRoute,
    viewRoute,
    ...settingsRoutes,
    voicesRoute,
    createTestRoute,
    testRoute,
    testRunRoute,
    resourceRoute.addChildren([resourceListRoute, resourceCreateRoute, resourcePageRoute, teamEmbedRoute]),
  ]),
]);

export function createAppRouter(services: Services) {
  const router = createRouter({
    routeTree,
    context: services,
    defaultPreload: "intent",
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
  router.subscribe("onBeforeNavigate", ({ toLocation: { search } }) =>
    keepTalkRequest("talk" in search ? search.talk : undefined),
  );
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
