import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import {
  createExport,
  type ExportRecord,
  type ExportRequest,
  exportDetail,
} from '#contract/surveys/exports.ts'
import { exportQueue } from '#server/features/exports/queue.ts'
import type { MadeAccount } from './make.ts'
import type { TestApp } from './test-app.ts'

/** Asks for an export. */
export async function requestExport(
  by: MadeAccount,
  request: Partial<ExportRequest> = {},
  headers: Record<string, string> = {},
) {
  return by.api.call(createExport, { body: { format: 'json', ...request } }, { headers })
}

export async function exportOf(by: MadeAccount, id: string): Promise<ExportRecord> {
  return (await by.api.call(exportDetail, { params: { id } })).body.data
}

/** Asks for an export, and returns it once nothing is left to write. */
export async function finishedExport(
  here: TestApp,
  by: MadeAccount,
  request: Partial<ExportRequest> = {},
): Promise<ExportRecord['attributes'] & { readonly id: string }> {
  const { status, body } = await requestExport(by, request)
  if (status !== 202) throw new Error(`No export: ${status} ${JSON.stringify(body)}`)
  await exportQueue(here.context).idle()
  const { id, attributes } = await exportOf(by, body.data.id)
  return { id, ...attributes }
}

/** Downloads the file of a finished export. */
export async function downloadOf({ api }: TestApp, url: string | null) {
  const { statusCode, headers, rawPayload } = await api.open(url ?? '')
  return { status: statusCode, headers, bytes: rawPayload, text: rawPayload.toString() }
}

/** Stops new exports from being written until the returned function is called. */
export function holdExports({ context }: TestApp): () => Promise<void> {
  const queue = exportQueue(context)
  const held = vi.spyOn(queue, 'wake').mockImplementation(() => {})
  return async () => {
    held.mockRestore()
    queue.wake()
    await queue.idle()
  }
}

/** Stops every writer at its first survey until the returned function is called, or until the test ends. */
export async function blockWriters(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('lock table answer in access exclusive mode')
  let ended: Promise<void> | null = null
  const release = async () => {
    ended ??= client.end()
    await ended
  }
  onTestFinished(release)
  return release
}

/** Counts the temporary files on the disk. */
export async function countTempFiles({ context }: TestApp): Promise<number> {
  const folder = join(context.config.dataDir, 'files', 'temp')
  return (await readdir(folder).catch(() => [])).length
}

/** Counts the stored files, on the disk or in the bucket. */
export async function countStoredFiles({ context }: TestApp): Promise<number> {
  let count = 0
  for await (const _ of context.files.keptBefore(new Date(Date.now() + 3_600_000))) count++
  return count
}
