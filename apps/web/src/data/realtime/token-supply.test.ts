import { ApiError, ServerUnreachableError } from "@callwright/client";
import { expect, test } from "vitest";
import { SignedOutError } from "../session.ts";
import { createTokenSupply } from "./realtime.ts";

const first = { forceRefreshToken: false };
const fresh = { forceRefreshToken: true };

/** A supply over scripted answers: tokens, or failures. */
function supplyOf(answers: (string | Error)[], isOver = () => false) {
  const asked: (string | undefined)[] = [];
  const waits: number[] = [];
  const supply = createTokenSupply({
    token: async ({ rejected }) => {
      asked.push(rejected);
      const answer = answers.shift();
      if (answer === undefined) throw new Error("Asked too often.");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    wait: async (ms) => {
      waits.push(ms);
    },
    isOver,
  });
  return { supply, asked, waits };
}

test("the first token is the one at hand, a fresh one is asked for by the one that was used", async () => {
  const { supply, asked } = supplyOf(["a", "b"]);
  expect(await supply(first)).toBe("a");
  expect(await supply(fresh)).toBe("b");
  expect(asked).toEqual([undefined, "a"]);
});

test("a fresh token is never the same string again", async () => {
  const { supply, waits } = supplyOf(["a", "a", "a", "b"]);
  expect(await supply(first)).toBe("a");
  expect(await supply(fresh)).toBe("b");
  expect(waits).toEqual([2_000, 2_000]);
});

test("the same token may be used again for another connection", async () => {
  const { supply } = supplyOf(["a", "a"]);
  expect([await supply(first), await supply(first)]).toEqual(["a", "a"]);
});

test("while the server cannot be asked, it is asked again", async () => {
  const unreachable = new ServerUnreachableError("http://127.0.0.1", new TypeError("fetch failed"));
  const { supply, waits } = supplyOf([unreachable, apiError(503), apiError(429), "a"]);
  expect(await supply(first)).toBe("a");
  expect(waits).toHaveLength(3);
});

test("nobody signed in, or no longer in the organization: there is none", async () => {
  for (const final of [new SignedOutError(), apiError(401), apiError(403), apiError(404)]) {
    expect(await supplyOf([final]).supply(first)).toBeNull();
  }
});

test("a connection that is over asks nobody", async () => {
  const { supply, asked } = supplyOf(["a"], () => true);
  expect(await supply(fresh)).toBeNull();
  expect(asked).toEqual([]);
});

function apiError(status: number): ApiError {
  return new ApiError(new Response(null, { status }), { message: "no" });
}
