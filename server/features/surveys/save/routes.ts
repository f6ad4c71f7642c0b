import { sql } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { autoSave, Conflicts } from '#contract/surveys/surveys.ts'
import * as agreed from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, serveWithReplay } from '#server/http/serve.ts'
import { progressTextOf } from '#survey/progress.ts'
import { type OpenedSurvey, openToReplay } from '../access.ts'
import { namesOwnTemplate } from '../policy.ts'
import { openToSave } from './load.ts'
import { type SaveOutcome, saveAnswers } from './save.ts'

/** Stores only ids and revisions of the conflicting values; everything else is shorter than the save itself. */
const replaySave = {
  extract({ data }: FullReply): Kept {
    const conflicts = data.attributes.conflicts.map(({ id, revision }) => ({ id, revision }))
    return { data: { ...data, attributes: { ...data.attributes, conflicts } } }
  },
  async reread(call: Call<typeof autoSave>, { data }: Kept): Promise<FullReply | Failure> {
    const survey = await openToReplay(call.db, call.account, data.id)
    if (survey instanceof Failure) return survey
    const conflicts = await readMet(call.db, survey.id, data.attributes.conflicts)
    return { data: { ...data, attributes: { ...data.attributes, conflicts } } }
  },
}

export const saveRoutes = [
  serveWithReplay(agreed.autoSave, replaySave, async (call) => {
    const { db, account, body } = call
    const sections = body.user_survey_sections_attributes
    const opened = await openToSave(db, account, body.user_survey_id, sections)
    if (opened instanceof Failure) return opened
    const { survey, rows } = opened
    if (!namesOwnTemplate(survey, body.survey_template_id)) return fail('survey.partNotFound')
    const saved = await saveAnswers(db, survey, sections, call, rows)
    return saved instanceof Failure ? saved : presentSaved(survey, saved, call.now)
  }),
]

function presentSaved(survey: OpenedSurvey, outcome: SaveOutcome, now: Date) {
  if (survey.contributes) return presentContributed(survey.id, now)
  return {
    data: {
      id: survey.id,
      type: 'users_survey',
      attributes: {
        last_edited: outcome.lastEdited.toISOString(),
        progress: progressTextOf(survey.status, outcome.share),
        changed_since_submission: outcome.changedSince,
        saved: outcome.saved,
        conflicts: outcome.conflicts.map(({ editorId, ...conflict }) => ({
          ...conflict,
          edited_by: outcome.names.get(editorId ?? '') ?? '',
        })),
        recovered: outcome.recovered,
      },
    },
  }
}

/** Always returns the same reply, so that a contributor can't find out the survey's answers by guessing. */
function presentContributed(id: string, now: Date) {
  const attributes = {
    last_edited: now.toISOString(),
    progress: '',
    changed_since_submission: null,
    saved: [],
    conflicts: [],
    recovered: [],
  }
  return { data: { id, type: 'users_survey', attributes } }
}

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
