import { ApiError } from "./api-error.ts";
import type { RouteAddress } from "./route-address.ts";

/** The body of a successful response: JSON, text of another media type, or nothing. Throws `ApiError` if it should be JSON and is not. */
export async function readAnswer(response: Response, url: string, { isVoid, mediaType }: RouteAddress): Promise<unknown> {
  const text = await response.text();
  if (isVoid) return undefined;
  if (mediaType !== undefined) return text;
  const json = parseJson(text);
  if (json === undefined)
    throw new ApiError(response, text || undefined, `${url} did not return JSON. Check the URL of the API.`);
  return json;
}

/** The error of a failed response. */
export async function readError(response: Response): Promise<ApiError> {
  const text = await response.text();
  return new ApiError(response, parseJson(text) ?? (text || undefined));
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
