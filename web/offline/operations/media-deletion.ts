import { deleteMedia } from '#contract/media.ts'
import { call } from '#web/lib/call.ts'
import { callOptions } from './call-options.ts'
import { parkWhole } from './entries.ts'
import { changeItems } from './media-copy.ts'
import { never, nothing, type Operation } from './operation.ts'
import { mediumIn, placeOf } from './place.ts'

/** Takes a photo or video away that the server has, or may have. */
export const mediaDeletion: Operation<'media.delete'> = {
  endpoint: deleteMedia,
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.query.user_survey_media_id,
  blocks: never,
  overtakes: (entry, held) =>
    held.entry.endpoint !== 'media.copy' && held.subject !== entry.input.query.user_survey_media_id,
  collects: null,
  send: (entry, signal) => call(deleteMedia, entry.input, callOptions(entry, signal)),
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: true,
  async acknowledge(entry) {
    const id = mediumIn(entry.input.query)
    await changeItems(entry, (items) => items.filter((item) => item.id !== id))
    return {}
  },
  replay: 'removed files',
  edits(entry) {
    const mediaId = mediumIn(entry.input.query)
    return mediaId ? [{ kind: 'remove-media', ...placeOf(entry), mediaId, at: entry.madeAt }] : []
  },
  losses: () => [{ kind: 'removed-file' }],
}
