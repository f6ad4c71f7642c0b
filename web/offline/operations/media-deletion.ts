import { never, type Operation } from './operation.ts'
import { mediumIn, placeOf } from './place.ts'

/** Deletes a photo or video that the server has or may have. */
export const mediaDeletion: Operation<'media.delete'> = {
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.query.user_survey_media_id,
  blocks: never,
  overtakes: (entry, held) =>
    held.entry.endpoint !== 'media.copy' && held.subject !== entry.input.query.user_survey_media_id,
  collects: null,
  replay: 'removed files',
  edits(entry) {
    const mediaId = mediumIn(entry.input.query)
    return mediaId ? [{ kind: 'remove-media', ...placeOf(entry), mediaId, at: entry.madeAt }] : []
  },
  losses: () => [{ kind: 'removed-file' }],
}
