import { isDeepStrictEqual } from "node:util";
import { CREDENTIAL_SECRETS, CreateCredential, type Credential } from "@callwright/contract";
import { createResourceService, plainEntity } from "../../platform/resource-kit/resource-service.ts";
import { type AccountState, openSession } from "./outgoing/connected/connected-account.ts";
import { credential } from "./tables.ts";

/** Keys to other people's services, and accounts that people have connected. */
export const credentials = createResourceService<CreateCredential, Credential>({
  noun: "Credential",
  table: credential,
  schema: CreateCredential,
  kind: "provider",
  secrets: ({ provider }) => CREDENTIAL_SECRETS.get(provider) ?? [],
  admit: ({ context, config, previous }) => {
    if (!previous) return {};
    // Tokens that a user enters replace those of the sign-in.
    const isReplaced =
      "authenticationSession" in config && !isDeepStrictEqual(config.authenticationSession, openSession(context, previous));
    return isReplaced ? {} : previous.state;
  },
  toEntity: (_context, row) => {
    const { tokens: _, ...state } = row.state as AccountState;
    return plainEntity({ ...row, state: { ...state } }) as unknown as Credential;
  },
});
