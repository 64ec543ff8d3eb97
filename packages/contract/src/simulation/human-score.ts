import { z } from "zod";
import { TEST_MAX_SCORERS } from "../wire/limits.ts";

/** A person's verdict on a criterion of a conversation. Callwright only. */
export const HumanScore = z.looseObject({
  /** Place of the criterion in the results, from 0. */
  scorer: z
    .number()
    .int()
    .min(0)
    .max(TEST_MAX_SCORERS - 1),
  result: z.enum(["pass", "fail"]),
  note: z.string().max(2000).optional(),
  /** Name and id of the person, and the time, ISO 8601. The server sets them. */
  by: z.string().optional(),
  userId: z.string().optional(),
  at: z.string().optional(),
});
export type HumanScore = z.infer<typeof HumanScore>;

/** How far the judge and people agree. */
export interface Agreement {
  /** Verdicts of people on criteria that a model judged. */
  scored: number;
  /** Those in which the judge said the same. */
  agreed: number;
  /**
   * Cohen's kappa (A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20, 1960), from −1 to 1: the agreement
   * beyond chance. Absent without a verdict, and where both gave one and the same verdict always, because chance then explains everything.
   */
  kappa?: number;
}

interface Scored {
  scorerResults: readonly {
    result: "pass" | "fail";
    check?: unknown;
    isSkipped?: boolean | undefined;
    isUnjudged?: boolean | undefined;
  }[];
  humanScores?: readonly Pick<HumanScore, "scorer" | "result">[] | undefined;
}

/** Compares the judge with people, over many conversations. Criteria with a check, and those for which no model answered, do not count. */
export function agreement(conversations: readonly Scored[]): Agreement {
  const pairs = conversations.flatMap(({ scorerResults, humanScores = [] }) =>
    humanScores.flatMap(({ scorer, result }) => {
      const judged = scorerResults[scorer];
      const isJudged = judged?.check === undefined && !judged?.isSkipped && !judged?.isUnjudged;
      return judged && isJudged ? [{ judge: judged.result, person: result }] : [];
    }),
  );
  const [scored, agreed] = [pairs.length, pairs.filter(({ judge, person }) => judge === person).length];
  const share = (who: "judge" | "person") => pairs.filter((pair) => pair[who] === "pass").length / scored;
  const [judge, person] = [share("judge"), share("person")];
  const byChance = judge * person + (1 - judge) * (1 - person);
  const kappa = scored > 0 && byChance < 1 ? { kappa: (agreed / scored - byChance) / (1 - byChance) } : {};
  return { scored, agreed, ...kappa };
}
