export const erasureKeys = {
  all: ["erasures"] as const,
};
