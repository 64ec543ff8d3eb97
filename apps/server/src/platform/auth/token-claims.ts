/** Not a URL: localhost, 127.0.0.1 and the public name are the same server. */
export const TOKEN_ISSUER = "callwright";
/** A user token opens `/org`; an organization token opens the platform API. */
export const USER_AUDIENCE = "callwright/user";
export const ORG_AUDIENCE = "callwright/org";
/** The only algorithms a token may be signed with. */
export const TOKEN_ALGORITHMS = ["EdDSA"];
