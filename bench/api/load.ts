import http from "node:http";
import { percentile } from "../call/statistics.ts";

export interface ApiRequest {
  method: "GET" | "POST";
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

export interface Load {
  /** Milliseconds of each request. */
  taken: number[];
  /** Requests a second. */
  rate: number;
}

/** The work of a server in each round. */
export interface LoadRounds {
  rates: number[];
  p50s: number[];
  p99s: number[];
}

/** Loads servers alternately, after a first uncounted round. */
export async function compareRounds(
  servers: readonly { url: string }[],
  rounds: number,
  load: (url: string) => Promise<Load>,
): Promise<LoadRounds[]> {
  const sides = servers.map(({ url }): LoadRounds & { url: string } => ({ url, rates: [], p50s: [], p99s: [] }));
  for (let round = 0; round <= rounds; round++)
    for (const side of sides) {
      const { taken, rate } = await load(side.url);
      if (round === 0) continue;
      side.rates.push(rate);
      side.p50s.push(percentile(taken, 0.5));
      side.p99s.push(percentile(taken, 0.99));
    }
  return sides;
}

/** Sends a request over and over from so many clients at a time, with a bearer token or without. */
export async function runLoad(
  url: string,
  token: string | undefined,
  request: ApiRequest,
  { clients, milliseconds }: { clients: number; milliseconds: number },
): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const taken: number[] = [];
  const beganAt = performance.now();
  const until = beganAt + milliseconds;
  const client = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await send(agent, `${url}${request.path}`, token, request);
      taken.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const rate = taken.length / ((performance.now() - beganAt) / 1000);
  agent.destroy();
  return { taken, rate };
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
