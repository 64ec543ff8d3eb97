import { AddCredential } from "./AddCredential.tsx";
import { credentialNamedIn } from "./credential-named-in.ts";

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
