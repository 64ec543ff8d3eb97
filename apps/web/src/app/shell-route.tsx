import { createRootRouteWithContext, createRoute, Outlet, redirect } from "@tanstack/react-router";
import type { Services } from "../data/services.tsx";
import { BareNotFound, BareRouteError, NotFound } from "../resource/page/RouteError.tsx";
import { Shell } from "./shell/Shell.tsx";

export const rootRoute = createRootRouteWithContext<Services>()({
  component: Outlet,
  errorComponent: BareRouteError,
  notFoundComponent: BareNotFound,
});

/** Everything inside needs a session. Without one, the sign-in page returns to this address afterwards. */
export const shellRoute = createRoute({
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
