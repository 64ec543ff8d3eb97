import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  defaultStringifySearch,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { serverStatusQuery } from "../data/server-status.ts";
import type { Services } from "../data/services.tsx";
import { isTalkRequested, keepTalkRequest } from "../data/talk-request.ts";
import { analyticsPageSearch } from "../features/analytics/analytics-search.ts";
import { assistantQuery } from "../features/assistants/assistant-queries.ts";
import { assistantListSearch, assistantSearch } from "../features/assistants/assistant-search.ts";
import { auditSearch } from "../features/audit/audit-search.ts";
import { deviceSearch, mailLinkSearch, returnToSearch, signUpSearch, socialFailedSearch } from "../features/auth/auth-search.ts";
import { invitationQuery } from "../features/auth/invite/invitation-query.ts";
import { openMailLink } from "../features/auth/sign-in/open-mail-link.ts";
import { callListSearch } from "../features/calls/call-list-search.ts";
import { callSearch } from "../features/calls/page/call-search.ts";
import { playgroundSearch } from "../features/chats/playground-search.ts";
import { costsSearch } from "../features/costs/costs-search.ts";
import { deletedSearch } from "../features/deleted/deleted-search.ts";
import { developersSearch } from "../features/developers/developers-search.ts";
import { embedSearch } from "../features/embed/embed-options.ts";
import { handsetSearch } from "../features/handset/handset-search.ts";
import { overviewSearch } from "../features/overview/overview-search.ts";
import { runSearch } from "../features/simulations/run-search.ts";
import { suiteSearch } from "../features/simulations/suite-search.ts";
import { tokenSearch } from "../features/tokens/token-search.ts";
import { voiceSearch } from "../features/voices/voice-search.ts";
import { webhookSearch } from "../features/webhooks/webhook-search.ts";
import { PageSkeleton } from "../kit/PageSkeleton.tsx";
import { resourceListSearch } from "../resource/list/list-search.ts";
import { resourceCreateSearch, resourcePageSearch } from "../resource/page/page-search.ts";
import { ResourceError } from "../resource/page/ResourceError.tsx";
import { BareNotFound, BareRouteError, NotFound, RouteError } from "../resource/page/RouteError.tsx";
import { resourceQuery } from "../resource/resource-queries.ts";
import { draftQuery } from "../resource/versions/versioned-kind.ts";
import { addressOf, routePathOf } from "./addresses.ts";
import { findResource } from "./registry.ts";
import { SCREENS } from "./screens.ts";
import { Shell } from "./shell/Shell.tsx";

const rootRoute = createRootRouteWithContext<Services>()({
  component: Outlet,
  errorComponent: BareRouteError,
  notFoundComponent: BareNotFound,
});

/** Everything inside needs a session. Without one, the sign-in page returns to this address afterwards. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  errorComponent: BareRouteError,
  notFoundComponent: NotFound,
  beforeLoad: async ({ context, location }) => {
    const session = await context.session.restore();
    if (session.kind === "signed-in") return;
    throw redirect({ to: "/sign-in", search: location.pathname === "/" ? {} : { returnTo: location.href } });
  },
  component: Shell,
});

type Screens = typeof SCREENS;

/** A screen inside the shell, by its path in `SCREENS` and the name of its component. */
function inShell<const Path extends keyof Screens>(path: Path, name: keyof Awaited<ReturnType<Screens[Path]>> & string) {
  return { getParentRoute: () => shellRoute, path, component: screenOf(path, name) };
}

/** A screen without the shell. */
function bare<const Path extends keyof Screens>(path: Path, name: keyof Awaited<ReturnType<Screens[Path]>> & string) {
  return { getParentRoute: () => rootRoute, path, errorComponent: BareRouteError, component: screenOf(path, name) };
}

function screenOf(path: keyof Screens, name: string) {
  const load: () => Promise<object> = SCREENS[path];
  return lazyRouteComponent(load as () => Promise<Record<string, ComponentType>>, name);
}

// Written apart: the compiler infers a search only from a function that is typed already.
const readReturnTo = knownSearch(returnToSearch);
const readSignUp = knownSearch(signUpSearch);
const readMailLink = knownSearch(mailLinkSearch);
const readSocialFailed = knownSearch(socialFailedSearch);
const readDevice = knownSearch(deviceSearch);
const readAssistant = knownSearch(assistantSearch);

const signInRoute = createRoute({
  ...bare("/sign-in", "SignInPage"),
  validateSearch: readReturnTo,
  beforeLoad: async ({ context, search }) => {
    if ((await context.session.restore()).kind === "signed-in") throw redirect({ href: search.returnTo ?? "/overview" });
    const status = await context.queryClient.fetchQuery(serverStatusQuery(context.session.client));
    if (status.firstRun) throw redirect({ to: "/sign-up", search });
  },
});

const signUpRoute = createRoute({
  ...bare("/sign-up", "SignUpPage"),
  validateSearch: readSignUp,
  beforeLoad: async ({ context, search }) => {
    if ((await context.session.restore()).kind === "signed-in") throw redirect({ href: search.returnTo ?? "/overview" });
  },
  loaderDeps: ({ search }) => ({ invitation: search.invitation }),
  /** The invitation, if it exists and is open. */
  loader: async ({ context: { queryClient, session }, deps: { invitation } }) => {
    await queryClient.ensureQueryData(serverStatusQuery(session.client));
    if (invitation === undefined) return undefined;
    return queryClient.ensureQueryData(invitationQuery(session.client, invitation)).catch(() => undefined);
  },
});

const forgotPasswordRoute = createRoute({
  ...bare("/forgot-password", "ForgotPasswordPage"),
  validateSearch: readReturnTo,
});

const resetPasswordRoute = createRoute({
  ...bare("/reset-password", "ResetPasswordPage"),
  validateSearch: readMailLink,
});

const signInFailedRoute = createRoute({
  ...bare("/sign-in-failed", "SignInFailedPage"),
  validateSearch: readSocialFailed,
  beforeLoad: async ({ context }) => {
    await context.session.restore();
  },
});

const verifyEmailRoute = createRoute({
  ...bare("/verify-email", "VerifyEmailPage"),
  validateSearch: readMailLink,
  loaderDeps: ({ search }) => ({ token: search.token }),
  loader: ({ context, deps: { token } }) => (token === undefined ? undefined : openMailLink(context, token)),
});

const inviteRoute = createRoute({
  ...bare("/invite/$id", "InvitePage"),
  beforeLoad: async ({ context }) => {
    await context.session.restore();
  },
});

const deviceRoute = createRoute({
  ...bare("/device", "DevicePage"),
  validateSearch: readDevice,
  beforeLoad: async ({ context, location }) => {
    if ((await context.session.restore()).kind === "signed-in") return;
    throw redirect({ to: "/sign-in", search: { returnTo: location.href } });
  },
});

/** For the operator of a restored server: it needs a code, not an account. */
const restoreRoute = createRoute(bare("/server/restore", "RestorePage"));

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/overview" });
  },
});

const overviewRoute = createRoute({
  ...inShell("/overview", "OverviewPage"),
  validateSearch: knownSearch(overviewSearch),
  beforeLoad: ({ context }) => {
    // Another host does not have these figures.
    if (!context.dataHost.offers("getOverview")) throw redirect({ to: "/assistants" });
  },
});

const assistantsRoute = createRoute({
  ...inShell("/assistants", "AssistantsPage"),
  validateSearch: knownSearch(assistantListSearch),
});

const assistantRoute = createRoute({
  ...inShell("/assistants/$id", "AssistantPage"),
  validateSearch: readAssistant,
  beforeLoad: ({ params, search: { talk, ...search } }) => {
    if (talk !== undefined && !isTalkRequested(talk)) throw redirect({ to: "/assistants/$id", params, search, replace: true });
  },
  loader: async ({ context: { queryClient, session }, params: { id } }) => {
    await Promise.all([
      queryClient.ensureQueryData(assistantQuery(session.client, id)),
      queryClient.fetchQuery(draftQuery(session.client, "assistants", id)),
      // The options are known when it is first shown. Without a response, all options are offered.
      queryClient.ensureQueryData(serverStatusQuery(session.client)).catch(() => undefined),
    ]);
  },
  errorComponent: lazyRouteComponent(() => import("../features/assistants/editor/AssistantError.tsx"), "AssistantError"),
});

const embedRoute = createRoute({
  ...inShell("/assistants/$id/embed", "EmbedPage"),
  validateSearch: knownSearch(embedSearch),
  loader: ({ context: { queryClient, session }, params: { id } }) =>
    queryClient.ensureQueryData(assistantQuery(session.client, id)),
});

const callsRoute = createRoute({ ...inShell("/calls", "CallsPage"), validateSearch: knownSearch(callListSearch) });

const callRoute = createRoute({ ...inShell("/calls/$id", "CallPage"), validateSearch: knownSearch(callSearch) });

const handsetRoute = createRoute({ ...inShell("/handset", "HandsetPage"), validateSearch: knownSearch(handsetSearch) });

const webhooksRoute = createRoute({
  ...inShell("/settings/webhooks", "WebhooksPage"),
  validateSearch: knownSearch(webhookSearch),
});

const playgroundRoute = createRoute({
  ...inShell("/chats/new", "PlaygroundPage"),
  validateSearch: knownSearch(playgroundSearch),
});

const analyticsRoute = createRoute({ ...inShell("/reports", "AnalyticsPage"), validateSearch: knownSearch(analyticsPageSearch) });

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

const voicesRoute = createRoute({ ...inShell("/voices", "VoicesPage"), validateSearch: knownSearch(voiceSearch) });

const suiteRoute = createRoute({
  ...inShell("/simulations/$id", "SuitePage"),
  validateSearch: knownSearch(suiteSearch),
  loader: async ({ context: { queryClient, session }, params: { id } }) => {
    const resource = await findResource("simulations");
    if (resource) await queryClient.ensureQueryData(resourceQuery(session.client, resource, id));
  },
  errorComponent: ResourceError,
});

/** `/simulations/$id` has precedence over `/$resource/new`. */
const createSuiteRoute = createRoute({
  ...inShell("/simulations/new", "CreateSuitePage"),
  validateSearch: knownSearch(resourceCreateSearch),
});

const createTestRoute = createRoute({
  ...inShell("/simulations/$id/tests/new", "CreateTestPage"),
  validateSearch: knownSearch(resourcePageSearch),
});

const testRoute = createRoute({
  ...inShell("/simulations/$id/tests/$testId", "TestPage"),
  validateSearch: knownSearch(resourcePageSearch),
});

const testRunRoute = createRoute({
  ...inShell("/simulations/runs/$runId", "RunPage"),
  validateSearch: knownSearch(runSearch),
});

const createCallerRoute = createRoute({
  ...inShell("/simulations/callers/new", "CreateCallerPage"),
  validateSearch: knownSearch(resourcePageSearch),
});

const callerRoute = createRoute({
  ...inShell("/simulations/callers/$callerId", "CallerPage"),
  validateSearch: knownSearch(resourcePageSearch),
});

/** Addresses of older links, and of what people type, with the screens' own. */
const MOVED = {
  "/test-suites": "/simulations",
  "/webhooks": "/settings/webhooks",
  "/analytics": "/reports",
  "/knowledge": "/files",
} as const;

const movedRoutes = Object.entries(MOVED).map(([path, to]) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: ({ location: { searchStr, hash } }) => {
      throw redirect({ href: `${to}${searchStr}${hash && `#${hash}`}`, replace: true });
    },
  }),
);

const testSuiteRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/test-suites/$",
  beforeLoad: ({ params: { _splat = "" }, location: { searchStr } }) => {
    const [, run] = /^[^/]+\/runs\/([^/]+)$/.exec(_splat) ?? [];
    throw redirect({
      href: run === undefined ? `/simulations/${_splat}${searchStr}` : `/simulations/runs/${run}`,
      replace: true,
    });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings",
  beforeLoad: () => {
    throw redirect({ to: "/settings/organization" });
  },
});

const organizationRoute = createRoute(inShell("/settings/organization", "OrganizationPage"));

const membersRoute = createRoute(inShell("/settings/members", "MembersPage"));

const auditRoute = createRoute({ ...inShell("/settings/audit", "AuditPage"), validateSearch: knownSearch(auditSearch) });

const deletedRoute = createRoute({
  ...inShell("/settings/deleted", "DeletedPage"),
  validateSearch: knownSearch(deletedSearch),
});

const erasureRoute = createRoute(inShell("/settings/erasure", "ErasurePage"));

const keySetsRoute = createRoute(inShell("/settings/key-sets", "KeySetsPage"));

const costsRoute = createRoute({ ...inShell("/settings/costs", "CostsPage"), validateSearch: knownSearch(costsSearch) });

const developersRoute = createRoute({
  ...inShell("/settings/developers", "DevelopersPage"),
  validateSearch: knownSearch(developersSearch),
});

/** The address of the tokens in older links. */
const tokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/tokens",
  validateSearch: knownSearch(tokenSearch),
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/settings/developers", search, replace: true });
  },
});

const configRoute = createRoute(inShell("/settings/config", "ConfigPage"));

const connectionRoute = createRoute(inShell("/settings/connection", "ConnectionPage"));

const accountRoute = createRoute(inShell("/settings/account", "AccountPage"));

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
    if (!resource) return;
    const { versions } = resource;
    await Promise.all([
      queryClient.ensureQueryData(resourceQuery(session.client, resource, params.id)),
      versions && queryClient.fetchQuery(draftQuery(session.client, versions, params.id)),
    ]);
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
    settingsRoute,
    organizationRoute,
    membersRoute,
    auditRoute,
    deletedRoute,
    erasureRoute,
    keySetsRoute,
    costsRoute,
    developersRoute,
    tokensRoute,
    configRoute,
    connectionRoute,
    accountRoute,
    voicesRoute,
    suiteRoute,
    createSuiteRoute,
    createTestRoute,
    testRoute,
    testRunRoute,
    createCallerRoute,
    callerRoute,
    ...movedRoutes,
    testSuiteRoute,
    resourceRoute.addChildren([resourceListRoute, resourceCreateRoute, resourcePageRoute, teamEmbedRoute]),
  ]),
]);

export function createAppRouter(services: Services) {
  const router = createRouter({
    routeTree,
    context: services,
    rewrite: {
      input: ({ url }) => withPath(url, routePathOf(url.pathname)),
      output: ({ url }) => withPath(url, addressOf(url.pathname)),
    },
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

/** A copy: the router also keeps the address that it gives. */
function withPath(url: URL, pathname: string): URL {
  return Object.assign(new URL(url), { pathname });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/**
 * Keeps only the validated search parameters. The router passes a raw parameter through if a validator does not return its key, so that
 * a refused value would reach the page.
 */
function knownSearch<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => {
    const unread = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...unread, ...read(search) };
  };
}
