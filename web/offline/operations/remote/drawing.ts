import { drawPhoto } from '#contract/media/media.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { storeDrawnPicture } from '../../pictures/store-pictures.ts'
import { db, onDevice } from '../../store/database.ts'
import type { FrozenEntry } from '../../store/outbox-rows.ts'
import type { SendResult } from '../../upload/send-result.ts'
import { acknowledgeDrawing } from './drawing-copy.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

/** Milliseconds. A marked picture has some hundred kilobytes, and the network may be slow. */
const patience = 120_000

async function sendDrawing(
  row: FrozenEntry<'media.draw'>,
  signal: AbortSignal,
): Promise<SendResult<'media.draw'>> {
  const { body } = row.input
  const picture = await onDevice(() => db.blobs.get([row.account, row.id]))
  if (!picture) {
    const message = t('drawing.notKept')
    return { ok: false, status: 410, errors: [{ message }], message }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, value)
  form.append('drawing', new Blob([picture.bytes], { type: picture.type }), 'drawing.jpg')
  return call(drawPhoto, { body }, { key: row.id, form, signal, timeout: patience, account: row.account })
}

export const drawingRemote: RemoteOperation<'media.draw'> = {
  ...remoteDefaults<'media.draw'>(drawPhoto),
  send: sendDrawing,
  async keepPictures(entry, reply) {
    if (reply) await storeDrawnPicture(entry, reply)
  },
  mayOrphanPictures: true,
  async acknowledge(entry, reply) {
    await acknowledgeDrawing(entry, entry.input.body.photo_id, reply)
    return {}
  },
}
