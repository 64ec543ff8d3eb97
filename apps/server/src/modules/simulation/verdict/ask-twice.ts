/** A verdict that a model gave several times. */
export interface Repeated<Answer> {
  /** The first answer with the verdict of the majority. */
  answer: Answer;
  /** How often the model answered, and how many of these answers have the verdict. */
  answers: number;
  agreeing: number;
}

/** Asks for a verdict twice, and after two different ones a third time: the majority counts. Fails as `ask` does. */
export async function askTwice<Answer extends { result: "pass" | "fail" }>(
  ask: () => Promise<Answer>,
): Promise<Repeated<Answer>> {
  const [first, second] = [await ask(), await ask()];
  if (first.result === second.result) return { answer: first, answers: 2, agreeing: 2 };
  const { result } = await ask();
  return { answer: first.result === result ? first : second, answers: 3, agreeing: 2 };
}
