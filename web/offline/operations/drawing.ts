import { drawPhoto } from '#contract/media.ts'
import { keepDrawn } from '../pictures/keep-pictures.ts'
import { acknowledgeDrawing } from './drawing-copy.ts'
import { parkWhole } from './entries.ts'
import { never, none, type Operation } from './operation.ts'
import { sendDrawing } from './send-drawing.ts'

/** A drawing on a photo, with the marked picture. */
export const drawing: Operation<'media.draw'> = {
  endpoint: drawPhoto,
  lane: 'media',
  carriesPictures: true,
  subject: ({ input }) => input.body.user_survey_media_id,
  blocks: never,
  overtakes: never,
  collects: null,
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
  // It is no edit of the survey: `drawings` has it while it waits.
  replay: null,
  edits: none,
  losses: () => [{ kind: 'drawing' }],
}
