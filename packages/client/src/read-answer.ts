import { ApiError } from "./api-error.ts";

/** An answer with its whole text. */
export interface Answer {
  response: Response;
  text: string;
}

export async function toAnswer(response: Response): Promise<Answer> {
  return { response, text: await response.text() };
}

/** The JSON of a success. Fails with an `ApiError` for everything else. */
export function readAnswer({ response, text }: Answer): unknown {
  const json = parseJson(text);
  const body = json ?? (text || undefined);
  if (!response.ok) throw new ApiError(response.status, body, requestIdOf(response));
  if (json === undefined)
    throw new ApiError(
      response.status,
      body,
      requestIdOf(response),
      `${response.url} did not answer with JSON. Check the address of the API.`,
    );
  return json;
}

/** undefined when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function requestIdOf(response: Response): string | undefined {
  return response.headers.get("x-request-id") ?? undefined;
}
