import type { RouteScope } from "@callwright/contract";
import type { z } from "zod";

/** What of OpenAPI 3.1 our document uses. */

export type Schema = z.core.JSONSchema.BaseSchema;

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema?: Schema;
  /** Instead of `schema`: how a value that is no text travels. */
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: Schema;
  /** Of the parts of a form that are not plain text or files. */
  encoding?: Record<string, { contentType: string }>;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface RequestBody {
  required: boolean;
  content: Record<string, MediaType>;
}

export interface AnswerDescription {
  description: string;
  headers: Record<string, Reference>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: RequestBody;
  /** By status. */
  responses: Record<string, AnswerDescription | Reference>;
  "x-scope": RouteScope;
  /** Least role of a private caller. */
  "x-role"?: string;
}

export interface OpenApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; summary: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, AnswerDescription>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; schema: Schema }>;
    securitySchemes: Record<string, { type: "http"; scheme: "bearer"; description: string }>;
  };
}
