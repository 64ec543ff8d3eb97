import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { auditSearch } from "../features/audit/audit-search.ts";
import { tokenSearch } from "../features/tokens/token-search.ts";
import { knownSearch } from "./known-search.ts";
import { SCREENS } from "./screens.ts";
import { shellRoute } from "./shell-route.tsx";

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings",
  beforeLoad: () => {
    throw redirect({ to: "/settings/organization" });
  },
});

const organizationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/organization",
  component: lazyRouteComponent(SCREENS["/settings/organization"], "OrganizationPage"),
});

const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/members",
  component: lazyRouteComponent(SCREENS["/settings/members"], "MembersPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/audit",
  validateSearch: knownSearch(auditSearch),
  component: lazyRouteComponent(SCREENS["/settings/audit"], "AuditPage"),
});

const keySetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/key-sets",
  component: lazyRouteComponent(SCREENS["/settings/key-sets"], "KeySetsPage"),
});

const costsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/costs",
  component: lazyRouteComponent(SCREENS["/settings/costs"], "CostsPage"),
});

const tokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/tokens",
  validateSearch: knownSearch(tokenSearch),
  component: lazyRouteComponent(SCREENS["/settings/tokens"], "TokensPage"),
});

const configRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/config",
  component: lazyRouteComponent(SCREENS["/settings/config"], "ConfigPage"),
});

const connectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/connection",
  component: lazyRouteComponent(SCREENS["/settings/connection"], "ConnectionPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/account",
  component: lazyRouteComponent(SCREENS["/settings/account"], "AccountPage"),
});

/** The screens below `/settings`. */
export const settingsRoutes = [
  settingsRoute,
  organizationRoute,
  membersRoute,
  auditRoute,
  keySetsRoute,
  costsRoute,
  tokensRoute,
  configRoute,
  connectionRoute,
  accountRoute,
] as const;
