import { type Operation, operationDefaults } from './operation.ts'
import { mediumIn, placeOf } from './place.ts'

/** The description of a photo or video. */
export const mediaDescription: Operation<'media.describe'> = {
  ...operationDefaults,
  lane: 'media',
  subject: ({ input }) => input.body.user_survey_media_id,
  overtakes: (entry, held) =>
    held.adds !== 'copies' && held.subject !== entry.input.body.user_survey_media_id,
  describes: ({ input }) => mediumIn(input.body),
  replay: {
    phase: 'descriptions',
    edits(entry) {
      const { madeAt: at, input } = entry
      const mediaId = mediumIn(input.body)
      if (!mediaId) return []
      return [{ kind: 'describe-media', ...placeOf(entry), mediaId, description: input.body.description, at }]
    },
  },
  losses: ({ input }) => [{ kind: 'description', text: input.body.description }],
}
