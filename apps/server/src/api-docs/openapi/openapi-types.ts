import type { RouteScope } from "@callwright/contract";
import type { z } from "zod";

/** What of OpenAPI 3.1 our document uses. */

export type OpenApiSchema = z.core.JSONSchema.BaseSchema;

export interface OpenApiReference {
  $ref: string;
}

export interface OpenApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema?: OpenApiSchema;
  /** Instead of `schema`: how a value that is no text travels. */
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: OpenApiSchema;
  /** The types of a form's parts that are neither plain text nor files. */
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
  headers: Record<string, OpenApiReference>;
  content?: Record<string, MediaType>;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: (OpenApiParameter | OpenApiReference)[];
  requestBody?: RequestBody;
  /** By status. */
  responses: Record<string, AnswerDescription | OpenApiReference>;
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
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, OpenApiSchema>;
    responses: Record<string, AnswerDescription>;
    parameters: Record<string, OpenApiParameter>;
    headers: Record<string, { description: string; schema: OpenApiSchema }>;
    securitySchemes: Record<string, { type: "http"; scheme: "bearer"; description: string }>;
  };
}
