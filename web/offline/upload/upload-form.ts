import type { ReplyOf } from '#contract/endpoint.ts'
import { seenHeader } from '#contract/history.ts'
import { uploadMedia } from '#contract/media/media.ts'
import { addressOf, failureOf, isReceipt, parsedJson, unreachedFailure } from '#web/lib/http/call.ts'
import { noteServerHistory, seenHistory } from '#web/lib/http/server-history.ts'
import { acceptLanguage } from '#web/lib/language/language.ts'
import { endRejectedSession } from '#web/lib/session/session.ts'
import { db, onDevice } from '../store/database.ts'
import type { BlobRow, FileRow } from '../store/rows.ts'
import { stallTimeout } from './part-requests.ts'
import type { SendResult } from './send-result.ts'
import type { Uploading } from './upload.ts'

/**
 * Sends all files in one call, for servers without resumable uploads. Uses XMLHttpRequest, because `fetch`
 * reports no upload progress.
 */
export async function uploadAsForm(uploading: Uploading): Promise<SendResult<'media.upload'>> {
  const { row, token, signal } = uploading
  const form = await formOf(uploading)
  if (!form) return unreachedFailure()
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(uploadMedia.method, addressOf(uploadMedia, {}))
    request.setRequestHeader('token', token)
    request.setRequestHeader('idempotency-key', row.id)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', acceptLanguage())
    const seen = seenHistory(row.account)
    if (seen) request.setRequestHeader(seenHeader, seen)
    let watch = setTimeout(() => request.abort(), stallTimeout)
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(watch)
      watch = setTimeout(() => request.abort(), stallTimeout)
      uploading.progress(loaded, total)
    }
    const headers = { get: (name: string) => request.getResponseHeader(name) }
    request.onload = () =>
      void noteServerHistory(row.account, headers).then(
        () => resolve(read(request, token)),
        () => resolve(unreachedFailure()),
      )
    request.onerror = () => resolve(unreachedFailure())
    request.onabort = () => resolve(unreachedFailure())
    request.onloadend = () => clearTimeout(watch)
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Builds the form in the contract's order. Returns null if the bytes are gone. */
async function formOf({ row, body, files }: Uploading): Promise<FormData | null> {
  const keys = body.ids.map((id): [string, string] => [row.account, id])
  const found = await onDevice(() => db.blobs.bulkGet(keys))
  const blobs = found.filter((blob) => blob !== undefined)
  if (blobs.length !== body.ids.length) return null
  const form = new FormData()
  form.append('user_survey_media[id]', row.id)
  form.append('user_survey_media[user_survey_sub_section_detail_id]', row.answer ?? '')
  for (const id of body.ids) form.append('user_survey_media[ids][]', id)
  for (const text of body.descriptions) form.append('user_survey_media[descriptions][]', text)
  appendFiles(form, files, new Map(blobs.map((blob) => [blob.id, blob])))
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
  // The server matches posters by position, so they are sent only if every video has one.
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

function read(request: XMLHttpRequest, token: string): SendResult<'media.upload'> {
  const value = parsedJson(request.responseText)
  const { status } = request
  if (status >= 200 && status < 300) {
    return isReceipt(uploadMedia, value)
      ? { ok: true, reply: value as ReplyOf<typeof uploadMedia> }
      : unreachedFailure()
  }
  const failure = failureOf(status, value, request.getResponseHeader('retry-after'))
  if (status === 401 && failure.errors[0]?.token) endRejectedSession(token)
  return failure
}
