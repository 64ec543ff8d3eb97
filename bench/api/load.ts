import http from "node:http";

export interface ApiRequest {
  method: "GET" | "POST";
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Sends a request over and over from so many clients at a time, with a bearer token or without. Answers the milliseconds of each. */
export async function runLoad(
  url: string,
  token: string | undefined,
  request: ApiRequest,
  { clients, milliseconds }: { clients: number; milliseconds: number },
): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const taken: number[] = [];
  const until = performance.now() + milliseconds;
  const client = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await send(agent, `${url}${request.path}`, token, request);
      taken.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return taken;
}

function send(agent: http.Agent, url: string, token: string | undefined, request: ApiRequest): Promise<void> {
  const { method, body } = request;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...request.headers,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, agent, headers }, (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () => {
        if ((response.statusCode ?? 500) < 400) resolve();
        else reject(new Error(`${method} ${url} answered ${response.statusCode}`));
      });
    });
    sent.on("error", reject);
    sent.end(text);
  });
}
