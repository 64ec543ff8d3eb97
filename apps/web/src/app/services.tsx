import type { Client } from "@callwright/client";
import type { Connection as HostConnection } from "@callwright/contract";
import type { QueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import type { AuthApi } from "./auth-api.ts";
import type { Connection, ConnectionState } from "./connection.ts";
import type { DataHost } from "./data-host.ts";
import type { Realtime } from "./realtime/realtime.ts";
import type { Session, SessionState } from "./session.ts";
import type { PaletteStore } from "./shell/palette-store.ts";

/** What the whole dashboard shares. Made once in main.tsx. */
export interface Services {
  /** The service behind the session, for what concerns the account itself. */
  authApi: AuthApi;
  session: Session;
  connection: Connection;
  /** Whose `client` the session has. */
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

/** The platform, as the signed-in organisation. */
export function useClient(): Client {
  return useServices().session.client;
}

export function useSession(): SessionState {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.state);
}

export function useConnection(): ConnectionState {
  const { connection } = useServices();
  return useSyncExternalStore(connection.subscribe, connection.state);
}

/** Where the organisation's data is; undefined before that is known. */
export function useDataHost(): HostConnection | undefined {
  const { dataHost } = useServices();
  return useSyncExternalStore(dataHost.subscribe, dataHost.state);
}
