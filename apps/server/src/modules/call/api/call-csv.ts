import { CALL_EXPORT_COLUMNS, type Call, type CallExportColumn } from "@callwright/contract";

/** A value of each column. Seconds for `duration`. */
const VALUES: Record<CallExportColumn, (call: Call) => unknown> = {
  id: ({ id }) => id,
  assistantId: ({ assistantId }) => assistantId,
  squadId: ({ squadId }) => squadId,
  customerId: ({ customerId }) => customerId,
  customerName: ({ customer }) => customer?.name,
  customerNumber: ({ customer }) => customer?.number,
  customerSipUri: ({ customer }) => customer?.sipUri,
  customerExtension: ({ customer }) => customer?.extension,
  phoneNumberId: ({ phoneNumberId }) => phoneNumberId,
  endedReason: ({ endedReason }) => endedReason,
  type: ({ type }) => type,
  duration: ({ startedAt, endedAt }) =>
    startedAt !== undefined && endedAt !== undefined ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 : undefined,
  startedAt: ({ startedAt }) => startedAt,
  endedAt: ({ endedAt }) => endedAt,
  transcript: ({ artifact }) => artifact?.transcript,
  summary: ({ analysis }) => analysis?.summary,
  successEvaluation: ({ analysis }) => analysis?.successEvaluation,
  recordingUrl: ({ artifact }) => artifact?.recordingUrl,
  cost: ({ cost }) => cost,
  phoneCallProvider: ({ phoneCallProvider }) => phoneCallProvider,
  phoneCallProviderId: ({ phoneCallProviderId }) => phoneCallProviderId,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

export const ALL_COLUMNS: readonly CallExportColumn[] = CALL_EXPORT_COLUMNS;

/** What a call has of these columns. */
export function callColumns(call: Call, columns: readonly CallExportColumn[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, VALUES[column](call)]));
}
