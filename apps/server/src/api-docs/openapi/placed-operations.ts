import type { OpenApiDocument, OpenApiOperation } from "./openapi-types.ts";

/** Where an operation is, and what it takes. */
export interface PlacedOperation {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

/** Every operation of a document, in its order. */
export function placedOperations({ paths }: OpenApiDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
