/** A browser without a browser, at the authentication service: keeps cookies. */
export interface AuthClient {
  get: (path: string) => Promise<AuthAnswer>;
  post: (path: string, body?: unknown) => Promise<AuthAnswer>;
  /** Name and value of each cookie. */
  cookies: Map<string, string>;
}

export interface AuthAnswer {
  status: number;
  body: AuthBody;
  headers: Headers;
}

/** The fields of the service's answers. Each answer has some of them. */
export interface AuthBody {
  message: string;
  code: string;
  error: string;
  token: string;
  user: { id: string; email: string; emailVerified: boolean; name: string };
  session: { id: string; token: string; createdAt: string; updatedAt: string; expiresAt: string; userAgent: string };
  device_code: string;
  user_code: string;
  access_token: string;
  token_type: string;
}

export const AUTH_PERSON = { email: "ada@example.com", password: "a long password", name: "Ada" };

/** `origin` is the server's address from the client's view. */
export function authClient(url: string, { origin = url, headers = {} as Record<string, string> } = {}): AuthClient {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<AuthAnswer> => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const sent = { origin, ...(cookie ? { cookie } : {}), ...headers, ...init.headers };
    const response = await fetch(`${url}/api/auth${path}`, { ...init, headers: sent, redirect: "manual" });
    for (const set of response.headers.getSetCookie()) keep(cookies, set);
    const text = await response.text();
    return {
      status: response.status,
      body: text !== "" && isJson(response) ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
  return {
    get: (path) => send(path, {}),
    post: (path, body = {}) =>
      send(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    cookies,
  };
}

function keep(cookies: Map<string, string>, set: string): void {
  const [pair = "", ...attributes] = set.split("; ");
  const [name = "", ...value] = pair.split("=");
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name);
  else cookies.set(name, value.join("="));
}

const isJson = (response: Response) => response.headers.get("content-type")?.includes("json") ?? false;
