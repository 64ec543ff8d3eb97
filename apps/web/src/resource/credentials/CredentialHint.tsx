import { AddCredential } from "./AddCredential.tsx";

/** A link to add the credential that an error message asks for. Empty for other errors. */
export function CredentialHint({ message }: { message: string | undefined }) {
  const provider = credentialNamedIn(message ?? "");
  if (provider === undefined) return null;
  return (
    <>
      {" "}
      <AddCredential provider={provider} />
    </>
  );
}

/** "… needs a credential of openai. …", as the API and a model's failure say it. */
const NAMED = /\bcredential of (?:provider )?([a-z0-9][\w.-]*\w)/;

/** The provider of the credential that a message asks for; undefined if it asks for none. */
export function credentialNamedIn(message: string): string | undefined {
  return NAMED.exec(message)?.[1];
}
