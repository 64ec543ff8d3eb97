import { randomBytes } from "node:crypto";
import type { InvitationRow } from "../../../platform/auth/stores/invitations.ts";
import { isSameSecret } from "../../../platform/secrets/same-secret.ts";
import { sealerOf } from "../../../platform/secrets/sealed-text.ts";
import type { Secrets } from "../../../platform/secrets/secrets.ts";

type Sealing = Pick<Secrets, "sealing">;
type Sealed = Pick<InvitationRow, "id" | "secret">;

const SECRET_BYTES = 32;
const placeOf = (id: string) => `invitation ${id}`;

/** A fresh secret, as the invitation's row keeps it. */
export function sealInvitationSecret(secrets: Sealing, id: string): string {
  return sealerOf(secrets).seal(randomBytes(SECRET_BYTES).toString("base64url"), placeOf(id));
}

/**
 * The address to hand to the invited person. The secret is in its fragment, which browsers send to no server. Undefined when the row has
 * none that this server can open.
 */
export function invitationLink(secrets: Sealing, row: Sealed, origin: string): string | undefined {
  const secret = openSecret(secrets, row);
  return secret && `${origin}/invite/${row.id}#${secret}`;
}

export function isInvitationSecret(secrets: Sealing, row: Sealed, given: string): boolean {
  const secret = openSecret(secrets, row);
  return secret !== undefined && isSameSecret(given, secret);
}

function openSecret(secrets: Sealing, { id, secret }: Sealed): string | undefined {
  if (secret === null) return undefined;
  try {
    return sealerOf(secrets).open(secret, placeOf(id));
  } catch {
    // The link was sealed with another SECRET.
    return undefined;
  }
}
