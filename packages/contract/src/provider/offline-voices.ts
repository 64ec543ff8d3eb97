/** The offline voices, synthesized by flite. Separate from the schemas, so that a page does not bundle zod. */
export const OFFLINE_VOICES = [
  { id: "slt", name: "Slt", gender: "female", accent: "American" },
  { id: "rms", name: "Rms", gender: "male", accent: "American" },
  { id: "awb", name: "Awb", gender: "male", accent: "Scottish" },
  { id: "kal16", name: "Kal", gender: "male", accent: "American" },
] as const;
