import { accountHeaders } from "./platform.ts";

/** An invited person, who uses the mail by requests, for tests whose subject is not the screens. */

interface Person {
  name: string;
  email: string;
  password: string;
}

/** The newest mail to an address. The server has no mail server, so it keeps mails. */
export async function newestMail(url: string, to: string): Promise<string> {
  const response = await fetch(`${url}/dev/outbox`, { headers: { accept: "application/json" } });
  const mails = (await response.json()) as { to: string; text: string }[];
  const mail = mails.find((each) => each.to === to);
  if (!mail) throw new Error(`No mail to ${to}: ${JSON.stringify(mails)}`);
  return mail.text;
}

/** Creates the account, opens the link that verifies its address, and accepts. */
export async function joinByInvitation(url: string, person: Person): Promise<void> {
  const invitationId = /\/invite\/([\w-]+)/.exec(await newestMail(url, person.email))?.[1];
  const send = (path: string, init: RequestInit) => fetch(`${url}${path}`, { ...init, redirect: "manual" });
  const headers = { "content-type": "application/json", ...accountHeaders(url) };
  await expectDone(await send("/api/auth/sign-up/email", { method: "POST", headers, body: JSON.stringify(person) }));
  const token = /[?&]token=([\w.-]+)/.exec(await newestMail(url, person.email))?.[1];
  await expectDone(await send(`/api/auth/verify-email?token=${token}`, {}));
  const { email, password } = person;
  const signedIn = await send("/api/auth/sign-in/email", { method: "POST", headers, body: JSON.stringify({ email, password }) });
  await expectDone(signedIn);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { token: bearer } = (await (await send("/api/auth/token", { headers: { cookie } })).json()) as { token: string };
  const authorization = `Bearer ${bearer}`;
  await expectDone(await send(`/invitation/${invitationId}/accept`, { method: "POST", headers: { authorization } }));
}

async function expectDone(response: Response): Promise<void> {
  if (response.status >= 400) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
}
