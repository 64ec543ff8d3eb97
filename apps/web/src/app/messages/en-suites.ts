/** Texts of the screens of test suites and their tests. */
export const enSuites = {
  testSuites: {
    title: "Test suites",
    one: "test suite",
    many: "test suites",
    what: "A test suite is a set of conversations an assistant has to get right: who calls, what they want, and what must have happened at the end.",
    unnamed: "Unnamed suite",
    deleteLoss: "Its tests and the results of its runs are gone with it.",
    notice: "You can write and keep tests here. Running them is not part of this server yet.",
    columns: { target: "Who is tested" },
    targets: { assistants: "An assistant", "phone-numbers": "Whoever answers a number", other: "Nobody yet" },
    tabs: { tests: "Tests" },
    fields: {
      targetPlan: { label: "Who is tested", help: "An assistant directly, or whoever answers a number: one of them." },
      testerPlan: { label: "Who plays the caller", help: "Without one: a caller that comes with the platform." },
    },
  },
  suiteTests: {
    title: "Tests",
    one: "test",
    many: "tests",
    what: "A test is one conversation: what the caller does, and what must have happened for a pass.",
    unnamed: "Unnamed test",
    deleteLoss: "Results of earlier runs stay.",
    columns: { type: "By", script: "The caller" },
    fields: {
      type: { label: "By" },
      script: { label: "What the caller does", help: "Who they are, what they want, how they behave." },
      scorers: { label: "Criteria", one: "Criterion", help: "A model reads the conversation and judges it by each of them." },
      rubric: { label: "What must have happened" },
      numAttempts: { label: "Attempts", help: "The test passes if every attempt does." },
    },
    values: { voice: "Voice", chat: "Chat", ai: "Judged by a model" },
  },
} as const;
