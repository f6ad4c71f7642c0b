import { t } from '#contract/messages/translate.ts'
import * as agreed from '#contract/surveys/survey-recovered.ts'
import { fieldsOf, versionsOf } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, replayById, serve, serveWithReplay } from '#server/http/serve.ts'
import { sameAnswerValue } from '#survey/fields/registry.ts'
import { openSurvey } from '../access.ts'
import { recomputeSize } from '../data.ts'
import { recordChange } from '../events/data.ts'
import { readMedia } from '../media-items.ts'
import { calledName, namingOf } from '../part-names.ts'
import { signerOf } from '../present.ts'
import { replaySection, sectionReply } from '../section-reply.ts'
import {
  findMedia,
  findRecoveredAnswer,
  markHandled,
  type RecoveredAnswerRow,
  readRecoveredAnswers,
  readRecoveredMedia,
} from './data.ts'
import { presentRecoveredAnswer, presentRecoveredMedia } from './present.ts'
import { restoreInto } from './restore.ts'

const afterRestoring = replayById((call: Call<typeof agreed.restoreRecovered>, id) =>
  replaySection(call, call.params.id, id),
)

export const recoveredRoutes = [
  serve(agreed.recoveredAnswers, async (call) => {
    const { db, account, params } = call
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    const versions = await versionsOf(db, survey)
    const fields = fieldsOf(versions)
    const called = calledName(namingOf(versions))
    const answers = await readRecoveredAnswers(db, survey.id, called)
    const late = await readRecoveredMedia(db, survey.id, called)
    const media = new Map(
      (late.length === 0 ? [] : await readMedia(db, { surveyId: survey.id, recovered: true })).map((row) => [
        row.id,
        row,
      ]),
    )
    const all = [
      ...answers.filter(isOpen).map((row) => presentRecoveredAnswer(row, fields)),
      ...late.flatMap((row) => {
        const item = media.get(row.id)
        return item ? presentRecoveredMedia(row, item, fields, signerOf(call)) : []
      }),
    ]
    return { data: all.toSorted((a, b) => orderOf(b).localeCompare(orderOf(a))) }
  }),

  serveWithReplay(agreed.restoreRecovered, afterRestoring, async (call) => {
    const { db, account, params, body } = call
    const survey = await openSurvey(db, account, params.id, 'edit', { lock: true })
    if (survey instanceof Failure) return survey
    const wanted = {
      recoveredId: params.recovered_id,
      subSectionId: body.user_survey_sub_section_id,
      baseRevision: body.base_revision,
    }
    const section = await restoreInto(db, survey, wanted, call)
    if (section instanceof Failure) return section
    return sectionReply(db, account.sessionId, survey.id, section, signerOf(call))
  }),

  serve(agreed.dismissRecovered, async (call) => {
    const { db, account, params, now } = call
    const survey = await openSurvey(db, account, params.id, 'edit', { lock: true })
    if (survey instanceof Failure) return survey
    const id = params.recovered_id
    const known = (await findRecoveredAnswer(db, survey.id, id)) ?? (await findMedia(db, survey.id, id))
    if (!known || ('late' in known && !known.late)) return fail('survey.partNotFound')
    await markHandled(db, survey.id, id, now)
    await recomputeSize(db, survey.id)
    await recordChange(db, survey.id, call, { kind: 'survey' })
    return { data: { message: t('surveys.recoveredDismissed') } }
  }),
]

/** Whether there is something to decide: another user may have given the same answer since. */
function isOpen({ subSectionId, ...row }: RecoveredAnswerRow): boolean {
  return subSectionId === null || !sameAnswerValue(row, { value: row.standing, values: row.standingList })
}

function orderOf({ id, attributes }: { id: string; attributes: { received_at: string } }): string {
  return `${attributes.received_at} ${id}`
}
