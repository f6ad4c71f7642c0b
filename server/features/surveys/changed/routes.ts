import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { changedFiles, changedSurvey } from '#contract/surveys/survey-changed.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { progressTextOf } from '#survey/progress.ts'
import { openSurvey } from '../access.ts'
import { changedSince } from '../data.ts'
import { loadWithMedia } from '../load.ts'
import { readMedia } from '../media-items.ts'
import { presentFiles, presentSurvey, signerOf } from '../present.ts'
import { reviewForReader } from '../review-state.ts'
import { recordSessionRead } from '../save/save.ts'

/** A fixed time for signing addresses, so that only what they lead to affects the version. */
const noMoment = new Date(0)

export const changedRoutes = [
  serve(changedSurvey, async (call) => {
    const { db, account, params, query } = call
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    await recordSessionRead(db, account.sessionId, survey.id)
    const loaded = await loadWithMedia(db, survey.id)
    const shown = await reviewForReader(db, survey)
    const signer = signerOf(call)
    const version = versionOf(presentSurvey(loaded, { ...signer, now: noMoment }, shown).data.attributes)
    const data = version === query.version ? null : presentSurvey(loaded, signer, shown).data
    return { data, meta: { version } }
  }),
  serve(changedFiles, async (call) => {
    const { db, account, params, query } = call
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    const named = [...new Set(query.answers)]
    // Before the files: files of an answer that is deleted meanwhile must not look removed.
    const answers = await findAnswers(db, survey.id, named)
    const media = await readMedia(db, { surveyId: survey.id, answers })
    const meta = {
      progress: progressTextOf(survey.status, { filled: survey.filled, total: survey.fillable }),
      last_edited: survey.updated_at.toISOString(),
      changed_since_submission: await changedSince(db, survey),
    }
    return { data: presentFiles(answers, media, signerOf(call)), meta }
  }),
]

/** Returns those of the answers that the survey has, in sub-sections that are not deleted. */
async function findAnswers(db: Db, surveyId: string, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('answer')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select('answer.id')
    .where('answer.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('answer.survey_id', '=', surveyId)
    .where('sub_section.deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Hashes the whole reply, so that no change goes unnoticed and no counter needs to be maintained. */
function versionOf(survey: SurveyDetail): string {
  return createHash('sha256').update(JSON.stringify(survey)).digest('base64url')
}
