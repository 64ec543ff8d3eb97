import path from "node:path";
import { pythonOf } from "../../python-of.ts";

const area = path.resolve(import.meta.dirname, "..");

/** `program`: a program that requirements.txt installs. */
export const { program: pythonProgram, install: setup } = pythonOf(area);

/** A program of this area's packages. */
export const packageProgram = (name: string): string => path.join(area, "node_modules", ".bin", name);
