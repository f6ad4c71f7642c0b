import { drawPhoto } from '#contract/media/media.ts'
import { keepDrawn } from '../../pictures/keep-pictures.ts'
import { parkWhole } from '../entries.ts'
import { nothing } from '../operation.ts'
import { acknowledgeDrawing } from './drawing-copy.ts'
import type { RemoteOperation } from './remote-operation.ts'
import { sendDrawing } from './send-drawing.ts'

export const drawingRemote: RemoteOperation<'media.draw'> = {
  endpoint: drawPhoto,
  prepare: nothing,
  send: sendDrawing,
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  async keepPictures(entry, reply) {
    if (reply) await keepDrawn(entry, reply)
  },
  mayOrphanPictures: true,
  async acknowledge(entry, reply) {
    await acknowledgeDrawing(entry, entry.input.body.photo_id, reply)
    return {}
  },
}
