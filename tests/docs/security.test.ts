import { readFile } from "node:fs/promises";
import { ATTEMPT_LIMITS, type AttemptLimitName } from "@callwright/contract";
import { expect, test } from "vitest";

/** The table of docs/security.md, by its first column. */
const ROWS: Record<string, AttemptLimitName[]> = {
  "wrong passwords, one account from one address": ["signInByAccountAndAddress"],
  "wrong passwords, one account from everywhere": ["signInByAccount"],
  "wrong passwords, one address to every account": ["signInByAddress"],
  "wrong passwords, one account on a device that knows it": ["signInByDevice"],
  "wrong passwords when a signed-in person is asked for theirs": ["passwordByPerson"],
  "sign-ups from one address": ["signUpByAddress"],
  "mails to one mailbox": ["mailByMailbox"],
  "mails by one address": ["mailByAddress"],
  "device codes asked for from one address": ["deviceCodeByAddress"],
  "device tokens asked for from one address": ["devicePollByAddress"],
  "wrong device codes, by address and by person": ["userCodeByAddress", "userCodeByPerson"],
  "user tokens of one person": ["userTokenByPerson"],
  "organization tokens of one person": ["orgTokenByPerson"],
  "API tokens that do not exist, from one address": ["wrongTokenByAddress"],
  "samples of hosted voices, by organization": ["voicePreviewByOrg"],
  "codes of a restored server, from one address": ["restoreCodeByAddress"],
};

const inWords = (seconds: number) => (seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`);

test("docs/security.md tells each limit of attempts, as it is", async () => {
  const text = await readFile(new URL("../../docs/security.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].slice(1).map((row) => row.slice(1));
  const expected = Object.entries(ROWS).flatMap(([what, limits]) =>
    limits.map((limit) => {
      const { attempts, windowSeconds, lockSeconds } = ATTEMPT_LIMITS[limit];
      return [what, `${attempts} in ${inWords(windowSeconds)}`, inWords(lockSeconds)];
    }),
  );
  expect(new Set(Object.values(ROWS).flat())).toEqual(new Set(Object.keys(ATTEMPT_LIMITS)));
  expect(new Set(rows.map(String))).toEqual(new Set(expected.map(String)));
});
