import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { forgetOthersData } from "./forget-others-data.ts";
import { createSession, SignedOutError } from "./session.ts";

const ORGS = ["o1", "o2"].map((id) => ({ id, name: id, createdAt: "", updatedAt: "" }));

/** A session whose server accepts every sign-in until the test ends the session. */
function setUp() {
  const server = { isOver: false, minted: 0 };
  const enter = async ({ email }: { email: string }) => {
    server.isOver = false;
    return { id: email, name: email, email, emailVerified: true };
  };
  const session = createSession({
    baseUrl: "https://server.test",
    authApi: {
      sessionUser: async () => undefined,
      userToken: async () => (server.isOver ? undefined : `user-${++server.minted}`),
      signUp: enter,
      signIn: enter,
      signOut: async () => undefined,
    },
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      const bearer = new Headers(init?.headers).get("authorization")?.replace("Bearer ", "") ?? "";
      if (server.isOver) return Response.json({ message: "expired", code: "token-expired" }, { status: 401 });
      if (pathname === "/org") return Response.json(ORGS);
      if (pathname.endsWith("/auth")) return Response.json({ token: `org-${++server.minted}` });
      return Response.json([{ id: "a1", name: `seen with ${bearer}` }]);
    },
    nowMs: () => 0,
    storage: { getItem: () => null, setItem: () => undefined },
  });
  const queryClient = new QueryClient();
  forgetOthersData(session, queryClient);
  const signIn = (email: string) => session.signIn({ email, password: "a long enough password" });
  const read = () => queryClient.fetchQuery({ queryKey: ["assistants"], queryFn: () => session.client.assistants.list() });
  const cached = () => queryClient.getQueryData(["assistants"]);
  return { server, session, signIn, read, cached };
}

test("what was read stays while the same user works in the same organization", async () => {
  const { session, signIn, read, cached } = setUp();
  await signIn("ada@example.com");
  const seen = await read();
  session.chooseOrg("o1");
  expect(cached()).toBe(seen);
});

test("another organization begins with nothing", async () => {
  const { session, signIn, read, cached } = setUp();
  await signIn("ada@example.com");
  await read();
  session.chooseOrg("o2");
  expect(cached()).toBeUndefined();
});

test("a sign-in after a session that the server ended begins with nothing", async () => {
  const { server, session, signIn, read, cached } = setUp();
  await signIn("ada@example.com");
  await read();
  server.isOver = true;
  await expect(session.client.assistants.list()).rejects.toBeInstanceOf(SignedOutError);
  expect(session.state()).toEqual({ kind: "signed-out", expired: true });
  expect(cached()).toBeUndefined();
  await signIn("grace@example.com");
  expect(cached()).toBeUndefined();
});

test("signing out leaves nothing", async () => {
  const { session, signIn, read, cached } = setUp();
  await signIn("ada@example.com");
  await read();
  await session.signOut();
  expect(cached()).toBeUndefined();
});
