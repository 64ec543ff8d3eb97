import { APIError } from "better-auth/api";
import { deviceAuthorization } from "better-auth/plugins";
import type { Config } from "../config/config.ts";
import { authHooks, before } from "./auth-hooks.ts";

/** The command line, which may always sign in by a device code. */
const DEVICE_CLIENT_ID = "callwright-cli";

/** Page of the dashboard where a person lets a device in. */
const DEVICE_PAGE = "/device";

/** A code was asked for a person of the client's choice. */
const refusesOwner = authHooks(
  "device-without-owner",
  before("/device/code", async ({ body }) => {
    if (body?.user_id)
      throw new APIError("BAD_REQUEST", {
        error: "invalid_request",
        error_description: "Leave user_id out: the person who approves the code signs in.",
      });
  }),
);

/**
 * Devices without a browser sign in with a code that a person approves in one (RFC 8628). Their session's token is a bearer token. Without
 * a list, the library takes any client.
 */
export const deviceLogin = ({ deviceClients }: Pick<Config, "deviceClients">) => [
  refusesOwner,
  deviceAuthorization({
    expiresIn: "15m",
    interval: "5s",
    verificationUri: DEVICE_PAGE,
    validateClient: (clientId) => clientId === DEVICE_CLIENT_ID || deviceClients.includes(clientId),
  }),
];
