import { type Operation, operationDefaults } from './operation.ts'
import { mediumIn, placeOf } from './place.ts'

/** Deletes a photo or video that the server has or may have. */
export const mediaDeletion: Operation<'media.delete'> = {
  ...operationDefaults,
  lane: 'media',
  subject: ({ input }) => input.query.user_survey_media_id,
  overtakes: (entry, held) =>
    held.adds !== 'copies' && held.subject !== entry.input.query.user_survey_media_id,
  deletes: ({ input }) => mediumIn(input.query),
  replay: {
    phase: 'removed files',
    edits(entry) {
      const mediaId = mediumIn(entry.input.query)
      return mediaId ? [{ kind: 'remove-media', ...placeOf(entry), mediaId, at: entry.madeAt }] : []
    },
  },
  losses: () => [{ kind: 'removed-file' }],
}
