import {
  type CallLine,
  type CreateSuiteTest,
  type Scorer,
  TEST_MAX_MOCKS,
  TEST_MAX_SCORERS,
  TEST_TURNS,
  type TesterStep,
  type ToolMock,
  type Turn,
} from "@callwright/contract";

/** Words for the criteria. */
export interface CriterionTexts {
  answer(turn: number): string;
  tool(name: string): string;
}

interface Exchange {
  said: string[];
  /** What the agent said to its end. */
  answer: string[];
  tools: NonNullable<CallLine["tool"]>[];
}

/**
 * A test with the caller's words of a call. It expects the agent's answers and tool calls, and mocks tools with their answers. It does not expect
 * what the agent said without being asked (its first message, a hook's "Are you still there?", a supervisor's words), nor fragments of answers that
 * the caller interrupted: the same agent would not say them again in a chat.
 */
export function testOfCall(
  lines: readonly CallLine[],
  turns: ReadonlyMap<number, Pick<Turn, "trigger">>,
  texts: CriterionTexts,
): CreateSuiteTest {
  const isAnswer = ({ turn = -1, by, isInterrupted }: CallLine) =>
    by === undefined && !isInterrupted && !UNASKED.has(turns.get(turn)?.trigger ?? "speech");
  const exchanges = exchangesOf(lines, isAnswer).slice(0, TEST_TURNS.max);
  const steps: TesterStep[] = exchanges.map(({ said }) => ({ say: said.join(" ") }));
  const scorers = exchanges.flatMap(({ answer, tools }, index) => scorersOf(answer.join(" "), tools, index + 1, texts));
  const mocks = mocksOf(exchanges.flatMap(({ tools }) => tools));
  return {
    type: "chat",
    script: steps.map(({ say }) => say).join("\n"),
    ...(steps.length > 0 && { steps }),
    ...(steps.length > TEST_TURNS.default && { maxTurns: steps.length }),
    ...(mocks.length > 0 && { toolMocks: mocks.slice(0, TEST_MAX_MOCKS) }),
    scorers: scorers.slice(0, TEST_MAX_SCORERS),
  };
}

/** Turns that the caller did not begin. */
const UNASKED: ReadonlySet<Turn["trigger"]> = new Set(["opening", "say"]);

/** The caller's words without a whole answer or a tool call in between are one message. */
function exchangesOf(lines: readonly CallLine[], isAnswer: (line: CallLine) => boolean): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const line of lines) {
    const { kind, role, text, tool } = line;
    const last = exchanges.at(-1);
    const isOver = !last || last.answer.length > 0 || last.tools.length > 0;
    if (kind === "spoken" || kind === "typed") {
      if (role === "user" && isOver) exchanges.push({ said: [text], answer: [], tools: [] });
      else if (role === "user") last?.said.push(text);
      else if (isAnswer(line)) last?.answer.push(text);
    } else if (tool) last?.tools.push(tool);
  }
  return exchanges;
}

function scorersOf(answer: string, tools: Exchange["tools"], turn: number, texts: CriterionTexts): Scorer[] {
  const called = tools.map(({ name, arguments: given }): Scorer => {
    return { type: "ai", rubric: texts.tool(name), check: { type: "tool-called", toolName: name, arguments: given } };
  });
  if (answer === "") return called;
  return [...called, { type: "ai", rubric: texts.answer(turn), check: { type: "said", text: answer, turn } }];
}

/** Mocks match arguments only if a tool was called more than once. */
function mocksOf(tools: Exchange["tools"]): ToolMock[] {
  return tools.flatMap(({ name, arguments: given, answer }): ToolMock[] => {
    if (!answer) return [];
    const isOnly = tools.filter((each) => each.name === name).length === 1;
    return [
      { toolName: name, result: answer.result, ...(answer.failed && { failed: true }), ...(!isOnly && { arguments: given }) },
    ];
  });
}
