import type { TestClient } from "../../apps/server/src/testing/test-client.ts";

/** The result of a POST. Fails with the server's answer. */
export async function created<Made = { id: string }>(send: TestClient["json"], path: string, body: object): Promise<Made> {
  const answer = await send<Made>("POST", path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
