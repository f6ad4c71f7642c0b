import { spokenLanguage } from '#contract/messages/spoken.ts'
import { surveyEvents } from '#contract/surveys/survey-events.ts'
import { shareOf } from '#server/http/authenticate.ts'
import { BytesReply } from '#server/http/bytes-reply.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { markOpened, openSurvey } from '../access.ts'
import { liveEvents } from './live.ts'

export const eventRoutes = [
  serve(surveyEvents, async ({ db, account, params, query, lastEventId, context, now }) => {
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    if (survey.role !== 'owner') await markOpened(db, account, survey.id, now)
    const live = liveEvents(context)
    if (live.isEnding) return fail('service.unavailable')
    const reader = {
      surveyId: survey.id,
      id: account.id,
      limits: account.limits,
      share: shareOf(account),
      sessionId: account.sessionId,
      language: spokenLanguage(),
    }
    if (!live.makeRoom(reader)) return fail('request.tooMany', { retryAfter: 60 })
    const lastId = placeOf(lastEventId || query.last_event_id)
    return new BytesReply({
      type: 'text/event-stream; charset=utf-8',
      size: null,
      etag: null,
      download: null,
      cache: 'no-store, no-transform',
      // A buffering proxy would hold events back; the connection is used for nothing else.
      headers: { 'x-accel-buffering': 'no', connection: 'close' },
      read: () => live.open(reader, lastId),
    })
  }),
]

/** Parses an event id. An invalid one counts as too old. */
function placeOf(given: string | undefined): number | null {
  if (given === undefined) return null
  return /^\d{1,15}$/.test(given) ? Number(given) : -1
}
