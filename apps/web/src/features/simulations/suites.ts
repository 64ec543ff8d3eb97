/** Suites as a resource, without their screens. */
export const SUITES = { path: "simulations", name: "TestSuite", texts: "testSuites" } as const;
