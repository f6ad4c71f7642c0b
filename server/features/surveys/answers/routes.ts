import { sql } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { dropdownOptions } from '#contract/surveys/survey-options.ts'
import type { autoSave, Conflicts } from '#contract/surveys/surveys.ts'
import * as agreed from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, serve, serveWithReplay } from '#server/http/serve.ts'
import { dropdownOptions as optionsOf } from '#survey/options.ts'
import { openSurvey, openSurveyWith, openToReplay } from '../access.ts'
import { loadWithMedia } from '../load.ts'
import { namesOwnTemplate } from '../policy.ts'
import { queryNamed, readHistory } from './data.ts'
import { namedIds } from './named-answers.ts'
import { presentHistory, presentRecord, presentSaved } from './present.ts'
import { saveAnswers } from './save.ts'

/** Stores only ids and revisions of the conflicting values; everything else is shorter than the save itself. */
const replaySave = {
  extract({ data }: FullReply): Kept {
    const conflicts = data.attributes.conflicts.map(({ id, revision }) => ({ id, revision }))
    return { data: { ...data, attributes: { ...data.attributes, conflicts } } }
  },
  async reread(call: Call<typeof autoSave>, { data }: Kept): Promise<FullReply | Failure> {
    const survey = await openToReplay(call.db, call.account.id, data.id)
    if (survey instanceof Failure) return survey
    const conflicts = await readMet(call.db, survey.id, data.attributes.conflicts)
    return { data: { ...data, attributes: { ...data.attributes, conflicts } } }
  },
}

export const answerRoutes = [
  serveWithReplay(agreed.autoSave, replaySave, async (call) => {
    const { db, account, body } = call
    const sections = body.user_survey_sections_attributes
    const named = queryNamed(db, body.user_survey_id, namedIds(sections))
    const opened = await openSurveyWith(db, account.id, body.user_survey_id, 'add', named)
    if (opened instanceof Failure) return opened
    const { survey, rows } = opened
    if (!namesOwnTemplate(survey, body.survey_template_id)) return fail('survey.partNotFound')
    const saved = await saveAnswers(db, survey, sections, call, rows)
    return saved instanceof Failure ? saved : presentSaved(survey, saved, call.now)
  }),

  serve(dropdownOptions, async ({ db, account, query }) => {
    const row = await openSurvey(db, account.id, query.user_survey_id, 'read')
    if (row instanceof Failure) return row
    const { sections } = await pinnedTemplate(db, row.template_id)
    const adding = sections.flatMap(({ fields }) => fields).filter(({ adds }) => adds !== null)
    const { survey } = await loadWithMedia(db, row.id, { fieldIds: adding.map(({ id }) => id) })
    return {
      data: presentRecord(row, survey),
      survey_associated_buildings: [...optionsOf(survey, 'Building')],
      survey_associated_floors: [...optionsOf(survey, 'Floor')],
    }
  }),

  serve(answerHistory, async ({ db, account, params, query }) => {
    const survey = await openSurvey(db, account.id, params.id, 'read')
    if (survey instanceof Failure) return survey
    const entries = await readHistory(db, survey.id, query.detail_id)
    return entries ? { data: entries.map(presentHistory) } : fail('survey.partNotFound')
  }),
]

type FullReply = ReplyOf<typeof autoSave>

type Conflict = ReturnType<(typeof Conflicts)['parse']>[number]

type Met = Pick<Conflict, 'id' | 'revision'>

interface Kept {
  readonly data: Omit<FullReply['data'], 'attributes'> & {
    readonly attributes: Omit<FullReply['data']['attributes'], 'conflicts'> & { readonly conflicts: Met[] }
  }
}

interface Row extends Met {
  readonly value: string
  readonly value_list: string[]
  readonly edited_at: string | null
  readonly editor: string
}

/**
 * Reads the conflicting values, current or from the history; a value no longer there is replaced by the current
 * one.
 */
async function readMet(db: Db, surveyId: string, met: readonly Met[]): Promise<Conflict[]> {
  const { rows } = await sql<Row>`
    select met.id, given.revision, given.value, given.value_list, given.edited_at,
      coalesce(account.first_name || ' ' || account.last_name, '') as editor
    from json_to_recordset(${JSON.stringify(met)}::json) as met (id uuid, revision integer)
    left join answer_alias alias on alias.id = met.id and alias.survey_id = ${surveyId}
    join answer on answer.id = coalesce(alias.answer_id, met.id) and answer.survey_id = ${surveyId}
    cross join lateral (
      select past.revision, past.value, past.value_list, past.edited_at, past.edited_by
      from answer_history past
      where past.answer_id = answer.id and past.outcome = 'replaced'
        and past.revision = met.revision and past.revision < answer.revision
      union all
      select answer.revision, answer.value, answer.value_list, answer.edited_at, answer.edited_by
      limit 1) given
    left join account on account.id = given.edited_by`.execute(db)
  return rows.map(({ id, revision, value, value_list, edited_at, editor }) => ({
    id,
    field_value: value,
    field_value_multiple: value_list,
    revision,
    edited_by: editor,
    edited_at: edited_at && new Date(edited_at).toISOString(),
  }))
}
