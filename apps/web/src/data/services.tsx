import type { Client } from "@callwright/client";
import type { Connection as HostConnection } from "@callwright/contract";
import type { QueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import type { AuthApi } from "./auth-api.ts";
import type { Connection, ConnectionState } from "./connection.ts";
import type { DataHost } from "./data-host.ts";
import type { PaletteStore } from "./palette-store.ts";
import type { Realtime } from "./realtime/realtime.ts";
import type { Session, SessionState, SignedIn } from "./session.ts";

/** Shared by the whole dashboard. Created once in start.tsx. */
export interface Services {
  /** API of the user's own account. */
  authApi: AuthApi;
  session: Session;
  connection: Connection;
  /** Where the data is. Its `client` is the session's client. */
  dataHost: DataHost;
  /** Started by the shell. */
  realtime: Realtime;
  queryClient: QueryClient;
  palette: PaletteStore;
}

const ServicesContext = createContext<Services | undefined>(undefined);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error("useServices needs a ServicesProvider above it.");
  return services;
}

/** The API client of the signed-in organization. */
export function useClient(): Client {
  return useServices().session.client;
}

export function useSession(): SessionState {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.state);
}

/** The signed-in person and organization. The shell provides it. */
export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** The signed-in person and organization. Only for components inside the shell. */
export function useSignedIn(): SignedIn {
  const session = use(SignedInContext);
  if (!session) throw new Error("useSignedIn needs the shell above it.");
  return session;
}

export function useConnection(): ConnectionState {
  const { connection } = useServices();
  return useSyncExternalStore(connection.subscribe, connection.state);
}

/** Where the organization's data is; undefined while unknown. */
export function useDataHost(): HostConnection | undefined {
  const { dataHost } = useServices();
  return useSyncExternalStore(dataHost.subscribe, dataHost.state);
}
