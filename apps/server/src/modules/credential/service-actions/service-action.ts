import type { Fields, JsonSchema } from "@callwright/contract";
import { z } from "zod";
import type { ServiceApi } from "../outgoing/connected/service-api.ts";

/** An action of a tool at a connected service. */
export interface ServiceAction {
  /** The service's name, for people. */
  name: string;
  /** Providers of the credentials that it can use. */
  providers: readonly string[];
  /** The arguments, as the model sees them. */
  parameters: JsonSchema & Fields;
  /** Answers a sentence that the model can speak from. Fails with a `WrongArguments`, or as `ServiceApi.ask` does. */
  run(args: unknown, api: ServiceApi, about: ActionScope): Promise<string>;
}

export interface ActionScope {
  newId: () => string;
  /** The tool's metadata. */
  metadata: Fields;
}

/** The message says which argument is wrong, and how. */
export class WrongArguments extends Error {}

/** An action whose arguments are checked before it runs. */
export function defineAction<Arguments extends z.ZodObject>({
  args,
  run,
  ...action
}: Pick<ServiceAction, "name" | "providers"> & {
  args: Arguments;
  run(given: z.output<Arguments>, api: ServiceApi, about: ActionScope): Promise<string>;
}): ServiceAction {
  const { $schema: _, additionalProperties: __, ...parameters } = z.toJSONSchema(args, { io: "input" });
  return {
    ...action,
    parameters: parameters as unknown as ServiceAction["parameters"],
    run: (given, api, about) => run(parseArguments(args, given), api, about),
  };
}

function parseArguments<Arguments extends z.ZodObject>(schema: Arguments, given: unknown): z.output<Arguments> {
  // Models send null, or an empty text, for what they leave out.
  const present = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== ""));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new WrongArguments(
    parsed.error.issues
      .map(({ path, message, code, input }) =>
        code === "invalid_type" && input === undefined ? `${path.join(".")} is missing` : `${path.join(".")} ${message}`,
      )
      .join("; "),
  );
}

/** A text that a model may send as a number. */
export const text = (description: string, maxCharacters = 1000) =>
  z.coerce.string().trim().min(1).max(maxCharacters).meta({ description });
