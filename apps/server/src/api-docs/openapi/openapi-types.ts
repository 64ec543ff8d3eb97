import type { RouteScope } from "@callwright/contract";
import type { z } from "zod";

/** The part of OpenAPI 3.1 that our document uses. */

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
  /** In place of `schema`, for a value that is not sent as text. */
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: OpenApiSchema;
  /** For parts of a form that are neither plain text nor files. */
  encoding?: Record<string, { contentType: string }>;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface OpenApiRequestBody {
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
  requestBody?: OpenApiRequestBody;
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
