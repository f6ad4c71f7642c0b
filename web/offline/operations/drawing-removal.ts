import { undrawPhoto } from '#contract/media.ts'
import { call } from '#web/lib/call.ts'
import { callOptions } from './call-options.ts'
import { acknowledgeDrawing } from './drawing-copy.ts'
import { parkWhole } from './entries.ts'
import { never, none, nothing, type Operation } from './operation.ts'

/** Takes a drawing off its photo. */
export const drawingRemoval: Operation<'media.undraw'> = {
  endpoint: undrawPhoto,
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.query.user_survey_media_id,
  blocks: never,
  overtakes: (entry, held) =>
    held.entry.endpoint !== 'media.copy' && held.subject !== entry.input.query.user_survey_media_id,
  collects: null,
  send: (entry, signal) => call(undrawPhoto, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: true,
  async acknowledge(entry, reply) {
    await acknowledgeDrawing(entry, entry.input.query.photo_id, reply)
    return {}
  },
  // It is no edit of the survey: `drawings` has it while it waits.
  replay: null,
  edits: none,
  losses: () => [{ kind: 'removed-drawing' }],
}
