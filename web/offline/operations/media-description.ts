import { never, type Operation } from './operation.ts'
import { mediumIn, placeOf } from './place.ts'

/** The description of a photo or video. */
export const mediaDescription: Operation<'media.describe'> = {
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.body.user_survey_media_id,
  blocks: never,
  overtakes: (entry, held) =>
    held.entry.endpoint !== 'media.copy' && held.subject !== entry.input.body.user_survey_media_id,
  collects: null,
  replay: 'descriptions',
  edits(entry) {
    const { body } = entry.input
    const mediaId = mediumIn(body)
    if (!mediaId) return []
    return [
      { kind: 'describe-media', ...placeOf(entry), mediaId, description: body.description, at: entry.madeAt },
    ]
  },
  losses: ({ input }) => [{ kind: 'description', text: input.body.description }],
}
