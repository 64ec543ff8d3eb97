import { ApiError } from "./api-error.ts";

/**
 * Reads a page of at most `limit` rows. While the server refuses it as too large, half of the rows are asked for. Answers the limit that fitted:
 * a page with fewer rows than this limit is the last one.
 */
export async function readFittingPage<Page>(
  limit: number,
  read: (limit: number) => Promise<Page>,
): Promise<{ page: Page; limit: number }> {
  for (let size = limit; ; size = Math.floor(size / 2)) {
    try {
      return { page: await read(size), limit: size };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "page-too-large" && size > 1)) throw error;
    }
  }
}
