import { API_REFERENCE_PATH } from "../../platform/http/own-paths.ts";

/** "Phone number" → `/docs/api/phone-number` */
export function resourcePath(tag: string): string {
  return `${API_REFERENCE_PATH}/${tag.toLowerCase().replaceAll(" ", "-")}`;
}

export function schemaPath(name: string): string {
  return `${API_REFERENCE_PATH}/schemas/${name}`;
}

export const ERRORS_PATH = `${API_REFERENCE_PATH}/errors`;
