/** Texts of the screens of test suites and their tests. */
export const enSuites = {
  testSuites: {
    title: "Test suites",
    one: "test suite",
    many: "test suites",
    what: "A test suite checks an assistant with test conversations: who calls, what they want, and what must happen.",
    unnamed: "Unnamed suite",
    deleteLoss: "Its tests and their results are deleted, too.",
    columns: { target: "Target" },
    targets: { assistants: "Assistant", "phone-numbers": "Phone number", other: "None" },
    tabs: { tests: "Tests" },
    fields: {
      targetPlan: { label: "Target", help: "An assistant or a phone number." },
      testerPlan: { label: "Simulated caller", help: "Empty: the default caller." },
    },
  },
  suiteTests: {
    title: "Tests",
    one: "test",
    many: "tests",
    what: "A test is one conversation: what the caller does, and what must happen to pass.",
    unnamed: "Unnamed test",
    deleteLoss: "Results of earlier runs stay.",
    columns: { type: "Type", script: "Caller script" },
    fields: {
      type: { label: "Type" },
      script: { label: "Caller script", help: "Who the caller is, what they want and how they behave." },
      scorers: { label: "Criteria", one: "Criterion", help: "A model judges the conversation by each criterion." },
      rubric: { label: "Expected outcome" },
      numAttempts: { label: "Attempts", help: "The test passes if every attempt passes." },
    },
    values: { voice: "Voice", chat: "Chat", ai: "Judged by a model" },
  },
} as const;
