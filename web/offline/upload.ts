import { limits } from '#contract/limits.ts'
import { uploadMedia } from '#contract/media.ts'
import { spokenLocale } from '#contract/messages/spoken.ts'
import type { Failure } from '#web/lib/call.ts'
import { errorsOf, isReceipt } from '#web/lib/receipt.ts'
import { addressOf } from '#web/lib/request.ts'
import { say } from '#web/lib/say.ts'
import { currentSession, sessionRefused } from '#web/lib/session.ts'
import { tell } from './bus.ts'
import { db, onDevice } from './database.ts'
import type { BlobRow, FileRow, OutboxRow } from './rows.ts'
import { inSendingOrder } from './seal.ts'
import type { Sent } from './send.ts'

/** A slow network is no failure, a dead one is: nothing moved for so long, or the server thinks for so long. */
const stalled = 90_000

/** XMLHttpRequest, since `fetch` does not tell how much has left. */
export async function uploadFiles(row: OutboxRow, signal: AbortSignal): Promise<Sent> {
  const form = await formOf(row)
  const token = currentSession()?.token
  if (!form || !token) return unreached()
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(uploadMedia.method, addressOf(uploadMedia, {}))
    request.setRequestHeader('token', token)
    request.setRequestHeader('idempotency-key', row.id)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', spokenLocale())
    const tellProgress = progressTeller(row)
    let watch = setTimeout(() => request.abort(), stalled)
    request.upload.onprogress = (event) => {
      clearTimeout(watch)
      watch = setTimeout(() => request.abort(), stalled)
      tellProgress(event)
    }
    request.onload = () => resolve(read(request, token))
    request.onerror = () => resolve(unreached())
    request.onabort = () => resolve(unreached())
    request.onloadend = () => clearTimeout(watch)
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** The parts in the order that the contract names; null where the bytes are gone. */
async function formOf(row: OutboxRow): Promise<FormData | null> {
  const { body } = row.input as { body: { ids: string[]; descriptions: string[] } }
  const [files, blobs] = await onDevice(() =>
    db.transaction('r', [db.files, db.blobs], async () => {
      const found = await db.files.bulkGet(body.ids.map((id): [string, string] => [row.account, id]))
      const bytes = await db.blobs.bulkGet(body.ids.map((id): [string, string] => [row.account, id]))
      return [found.filter((file) => file !== undefined), bytes.filter((blob) => blob !== undefined)] as const
    }),
  )
  if (files.length !== body.ids.length || blobs.length !== body.ids.length) return null
  const form = new FormData()
  form.append('user_survey_media[id]', row.id)
  form.append('user_survey_media[user_survey_sub_section_detail_id]', row.answer ?? '')
  for (const id of body.ids) form.append('user_survey_media[ids][]', id)
  for (const text of body.descriptions) form.append('user_survey_media[descriptions][]', text)
  appendFiles(form, inSendingOrder(files), new Map(blobs.map((blob) => [blob.id, blob])))
  return form
}

function appendFiles(form: FormData, files: readonly FileRow[], blobs: ReadonlyMap<string, BlobRow>): void {
  for (const file of files) {
    const blob = blobs.get(file.id)
    const part = file.kind === 'photo' ? 'photos' : 'medias'
    if (blob)
      form.append(`user_survey_media[${part}][]`, new Blob([blob.bytes], { type: blob.type }), file.name)
  }
  const videos = files.filter(({ kind }) => kind === 'video')
  // Posters go by place, so either each video has one or none is sent.
  if (videos.some(({ poster }) => !poster)) return
  for (const { poster } of videos) {
    if (poster)
      form.append(
        'user_survey_media[posters][]',
        new Blob([poster.bytes], { type: poster.type }),
        'poster.jpg',
      )
  }
}

function progressTeller(row: OutboxRow): (event: ProgressEvent) => void {
  let last = { at: performance.now(), loaded: 0 }
  return ({ loaded, total }) => {
    const at = performance.now()
    if (at - last.at < limits.uploadTick && loaded < total) return
    const speed = ((loaded - last.loaded) / Math.max(1, at - last.at)) * 1_000
    last = { at, loaded }
    tell(row.account, { kind: 'progress', entry: row.id, loaded, total, speed })
  }
}

function read(request: XMLHttpRequest, token: string): Sent {
  const value = parsed(request.responseText)
  const { status } = request
  if (status >= 200 && status < 300) {
    return isReceipt(uploadMedia.reply, value) ? { ok: true, reply: value } : unreached()
  }
  const errors = errorsOf(value)
  if (status === 401 && errors[0]?.token) sessionRefused(token)
  const wait = Number(request.getResponseHeader('retry-after'))
  const message = (errors[0] && Object.values(errors[0])[0]) ?? say('common.network')
  return { ok: false, status, errors, message, ...(wait > 0 ? { retryAfter: wait } : {}) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreached(): Failure {
  const message = say('common.network')
  return { ok: false, status: 0, errors: [{ message }], message }
}
