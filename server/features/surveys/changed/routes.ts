import { createHash } from 'node:crypto'
import { changedSurvey } from '#contract/surveys/survey-changed.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { Failure } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { openSurvey } from '../access.ts'
import { loadWithMedia } from '../load.ts'
import { presentSurvey, signerOf } from '../present.ts'
import { reviewForReader } from '../review-state.ts'
import { recordSessionRead } from '../save/save.ts'

/** A fixed time for signing addresses, so that only what they lead to affects the version. */
const noMoment = new Date(0)

export const changedRoutes = [
  serve(changedSurvey, async (call) => {
    const { db, account, params, query } = call
    const survey = await openSurvey(db, account.id, params.id, 'read')
    if (survey instanceof Failure) return survey
    await recordSessionRead(db, account.sessionId, survey.id)
    const loaded = await loadWithMedia(db, survey.id)
    const shown = await reviewForReader(db, survey)
    const signer = signerOf(call)
    const version = versionOf(presentSurvey(loaded, { ...signer, now: noMoment }, shown).data.attributes)
    const data = version === query.version ? null : presentSurvey(loaded, signer, shown).data
    return { data, meta: { version } }
  }),
]

/** Hashes the whole reply, so that no change goes unnoticed and no counter needs to be maintained. */
function versionOf(survey: SurveyDetail): string {
  return createHash('sha256').update(JSON.stringify(survey)).digest('base64url')
}
