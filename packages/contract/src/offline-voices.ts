/** The offline voices, synthesised by flite. Apart from the schemas, so that a page can name them without the validator. */
export const OFFLINE_VOICES = [
  { id: "slt", name: "Slt", gender: "female", accent: "American" },
  { id: "rms", name: "Rms", gender: "male", accent: "American" },
  { id: "awb", name: "Awb", gender: "male", accent: "Scottish" },
  { id: "kal16", name: "Kal", gender: "male", accent: "American" },
] as const;
