import { limits } from '#contract/limits.ts'
import { unreachedFailure } from '#web/lib/http/call.ts'
import { isCollecting, sendingToken } from '#web/lib/session/session.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import type { FrozenEntry, OutboxRow } from '../store/outbox-rows.ts'
import type { FileRow } from '../store/rows.ts'
import type { SendResult } from './send-result.ts'
import { uploadAsForm } from './upload-form.ts'
import { uploadInParts } from './upload-parts.ts'

/** An upload in progress. */
export interface Uploading {
  readonly row: OutboxRow
  /** As frozen in the entry. */
  readonly body: { readonly ids: readonly string[]; readonly descriptions: readonly string[] }
  /** In the order of the ids, photos first. */
  readonly files: readonly FileRow[]
  readonly token: string
  readonly signal: AbortSignal
  progress(loaded: number, total: number): void
}

/** Uploads in parts that can resume, or in one call if the server or session knows no parts. */
export async function uploadFiles(
  row: FrozenEntry<'media.upload'>,
  signal: AbortSignal,
): Promise<SendResult<'media.upload'>> {
  const { ids = [], descriptions = [] } = row.input.body
  const body = { ids, descriptions }
  const keys = body.ids.map((id): [string, string] => [row.account, id])
  const found = await onDevice(() => db.files.bulkGet(keys))
  const files = found.filter((file) => file !== undefined)
  const token = sendingToken(row.account)
  // Another account has logged in meanwhile, and its session must not send this account's data.
  if (files.length !== body.ids.length || token === null) return unreachedFailure()
  const uploading = { row, body, files, token, signal, progress: progressTeller(row) }
  if (isCollecting(row.account)) return uploadAsForm(uploading)
  return (await uploadInParts(uploading)) ?? uploadAsForm(uploading)
}

function progressTeller(row: OutboxRow): Uploading['progress'] {
  let last: { readonly at: number; readonly loaded: number } | null = null
  return (loaded, total) => {
    const at = performance.now()
    // Bytes that had arrived earlier don't count as speed.
    last ??= { at, loaded }
    if (at - last.at < limits.uploadTick && loaded < total) return
    const speed = Math.max(0, ((loaded - last.loaded) / Math.max(1, at - last.at)) * 1_000)
    last = { at, loaded }
    publish(row.account, { kind: 'progress', entry: row.id, loaded, total, speed })
  }
}
