import { useQuery } from '@tanstack/react-query'
import { deleteExport, type ExportRecord, listExports } from '#contract/surveys/exports.ts'
import { call } from '#web/lib/http/call.ts'
import { startDownload } from '#web/lib/http/download.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'
import { watchExport } from './watched-exports.ts'

/** Milliseconds between two reads while an export is being written, or the server is away. */
const readEvery = 1_000
const retryEvery = 10_000

export function isUnfinished({ attributes: { state } }: ExportRecord): boolean {
  return state === 'waiting' || state === 'running'
}

/** The account's exports of the last day, read again while one is being written. */
export function useExports() {
  return useQuery({
    ...reading(listExports, {}),
    staleTime: 0,
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' ? retryEvery : data?.data.some(isUnfinished) ? readEvery : false,
  })
}

export function reloadExports(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [listExports.name] })
}

/** Saves the file of a finished export. */
export function downloadExport(account: string, { attributes: { url, file_name } }: ExportRecord): void {
  if (url === null) return
  startDownload(url, file_name ?? '')
  watchExport(account, null)
}

/** Cancels or deletes an export. Returns the error, or null. */
export async function removeExport(id: string): Promise<string | null> {
  const result = await call(deleteExport, { params: { id } })
  await reloadExports()
  return result.ok || result.status === 404 ? null : result.message
}
