import { ApiError } from "./api-error.ts";
import type { RouteAddress } from "./route-addresses.ts";

/** What a success holds: JSON, or the text of another media type, or nothing. Fails with an `ApiError` when it should be JSON and is not. */
export async function readAnswer(response: Response, url: string, { isVoid, mediaType }: RouteAddress): Promise<unknown> {
  const text = await response.text();
  if (isVoid) return undefined;
  if (mediaType !== undefined) return text;
  const json = parseJson(text);
  if (json === undefined)
    throw new ApiError(response, text || undefined, `${url} did not answer with JSON. Check the address of the API.`);
  return json;
}

/** The error that an answer is which is no success. */
export async function readError(response: Response): Promise<ApiError> {
  const text = await response.text();
  return new ApiError(response, parseJson(text) ?? (text || undefined));
}

/** undefined when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
