import { describeMedia } from '#contract/media.ts'
import { call } from '#web/lib/call.ts'
import { callOptions } from './call-options.ts'
import { parkWhole } from './entries.ts'
import { changeItems } from './media-copy.ts'
import { never, nothing, type Operation } from './operation.ts'
import { mediumIn, placeOf } from './place.ts'

/** Words about a photo or video. */
export const mediaDescription: Operation<'media.describe'> = {
  endpoint: describeMedia,
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.body.user_survey_media_id,
  blocks: never,
  overtakes: (entry, held) =>
    held.entry.endpoint !== 'media.copy' && held.subject !== entry.input.body.user_survey_media_id,
  collects: null,
  send: (entry, signal) => call(describeMedia, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge(entry) {
    const { body } = entry.input
    const id = mediumIn(body)
    await changeItems(entry, (items) =>
      items.map((item) => (item.id === id ? { ...item, description: body.description } : item)),
    )
    return {}
  },
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
