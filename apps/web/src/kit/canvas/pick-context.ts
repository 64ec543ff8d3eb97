import { createContext } from "react";

/** Selects one part of the canvas, by its id. */
export const PickContext = createContext<(id: string) => void>(() => undefined);
