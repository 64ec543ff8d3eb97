import { loadTwilio, type TwilioAccount } from "./twilio-client.ts";

/** Did the owner of the account sign a request to one of these URLs, with these fields of its form? */
export async function isSignedByTwilio(
  { authToken }: TwilioAccount,
  signature: string,
  urls: readonly string[],
  form: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { validateRequest } = await loadTwilio();
  return urls.some((url) => validateRequest(authToken, signature, url, form));
}
