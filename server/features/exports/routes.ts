import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { t } from '#contract/messages/translate.ts'
import { surveyFilter } from '#contract/rules/survey-list.ts'
import * as agreed from '#contract/surveys/exports.ts'
import type { Db } from '#server/context.ts'
import { afterCommit } from '#server/db/transaction.ts'
import { lockAccount } from '#server/features/accounts/data.ts'
import { readerOfSession } from '#server/features/accounts/sessions/identify.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { wholeAccount } from '#server/features/surveys/access.ts'
import { countSurveyRows } from '#server/features/surveys/list/data.ts'
import { BytesReply } from '#server/http/bytes-reply.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, serve } from '#server/http/serve.ts'
import { readTicket } from '#server/http/ticket.ts'
import * as data from './data.ts'
import { expiredBefore, stateOf } from './policy.ts'
import { presentExport } from './present.ts'
import { exportQueue } from './queue.ts'
import { selectSurveys } from './read-surveys.ts'
import { listFilterOf, type Selection, type StoredRequest } from './request.ts'

/** An address stays the same for half of a ticket's life; its bytes never change. */
const kept = `private, max-age=${limits.ticketLife / 2_000}, immutable`

export const exportRoutes = [
  serve(agreed.createExport, async (call) => {
    const { db, context, account, now, body } = call
    const selection = selectionOf(body)
    if (selection instanceof Failure) return selection
    if (!(await lockAccount(db, account.id))) return fail('request.notFound')
    const refused = await refuseMore(db, account.id)
    if (refused) return refused
    const surveys = await countSelected(call, selection)
    if (surveys instanceof Failure) return surveys
    const id = newId()
    const request: StoredRequest = {
      options: optionsOf(body),
      selection,
      limits: account.limits,
      timeZone: body.time_zone,
      language: spokenLanguage(),
    }
    await data.addExport(db, {
      ...{ id, accountId: account.id, sessionId: account.sessionId, request, surveys, now },
    })
    await recordRequest(call, id, request, surveys)
    afterCommit(db, () => exportQueue(context).wake())
    const added = await data.findExport(db, account, id)
    return added ? { data: presentExport(call, added) } : fail('request.notFound')
  }),

  serve(agreed.listExports, async (call) => {
    const rows = await data.listExports(call.db, call.account, expiredBefore(call.now))
    return { data: rows.map((row) => presentExport(call, row)) }
  }),

  serve(agreed.exportDetail, async (call) => {
    const row = await data.findExport(call.db, call.account, call.params.id)
    return row ? { data: presentExport(call, row) } : fail('export.notFound')
  }),

  serve(agreed.deleteExport, async ({ db, context, account, params, now }) => {
    const done = await data.cancelOrRemove(db, account, params.id, now)
    if (done === null) return fail('export.notFound')
    if (done === 'canceled') {
      afterCommit(db, () => exportQueue(context).cancel(params.id))
      return { data: { message: t('exports.canceled') } }
    }
    const { removed } = done
    // If that fails, the file is removed with others that no row names.
    if (removed !== null)
      afterCommit(db, () => {
        context.files
          .remove(removed)
          .catch((error: unknown) =>
            context.log.warn({ err: error }, 'The file of an export was not removed'),
          )
      })
    return { data: { message: t('exports.removed') } }
  }),

  serve(agreed.exportFile, async (call) => {
    const { context, now } = call
    const ticket = readTicket(context.ticketKey, 'export', call.params.ticket, now)
    if (ticket === 'expired') return fail('ticket.expired')
    const holder = ticket?.holder
    if (!ticket || !holder || 'link' in holder) return fail('request.notFound')
    if (!(await readerOfSession(call, now, holder))) return fail('ticket.expired')
    const row = await data.findExport(call.db, wholeAccount(holder.account), ticket.subject)
    if (!row || row.store_key === null || stateOf(row, now) !== 'done') return fail('file.gone')
    const { store_key: key, size, sha256, file_name: name, content_type: type } = row
    return new BytesReply({
      type: type ?? 'application/octet-stream',
      size,
      etag: `"${sha256}"`,
      download: name,
      cache: kept,
      isAuthorized: async () =>
        (await readerOfSession({ ...call, db: context.db }, context.clock(), holder)) !== null,
      read: (range) => context.files.read(key, range),
    })
  }),
]

type Asked = Call<typeof agreed.createExport>

function selectionOf(body: Asked['body']): Selection | Failure<'export.twoSelections'> {
  const { user_survey_id: named, search_query = '', edited_since, status, survey_template_id } = body
  const filters = Object.keys(agreed.exportFilter) as (keyof typeof agreed.exportFilter)[]
  if (named !== undefined) {
    if (filters.some((name) => body[name] !== undefined)) return fail('export.twoSelections')
    return { ids: typeof named === 'string' ? [named] : named }
  }
  const { search, from, before } = surveyFilter({ ...body, search_query })
  return {
    filter: {
      ...{ search, from: from?.toISOString() ?? null, before: before?.toISOString() ?? null },
      editedSince: edited_since === undefined ? null : new Date(edited_since).toISOString(),
      ...{ status: status ?? null, template: survey_template_id ?? null },
    },
  }
}

function optionsOf({
  format,
  headers,
  values,
  checkboxes,
  columns,
}: Asked['body']): StoredRequest['options'] {
  return {
    ...{ format, headers, values, checkboxes },
    reviewState: columns.includes('review_state'),
    earlierAnswers: columns.includes('earlier_answers'),
    uncheckedCopies: columns.includes('unchecked_copies'),
    photoPositions: columns.includes('photo_positions'),
  }
}

/** The caller holds the account's lock. */
async function refuseMore(
  db: Db,
  accountId: string,
): Promise<Failure<'export.tooMany' | 'export.busy'> | null> {
  const { own, all } = await data.countUnfinished(db, accountId)
  const max = limits.exportsUnfinished
  if (own >= max) return fail('export.tooMany', { values: { max }, retryAfter: 30 })
  return all >= limits.exportsUnfinishedOfAll ? fail('export.busy', { retryAfter: 60 }) : null
}

/** Counts the surveys. All named ones must be readable; they are authorized again when they are written. */
async function countSelected(
  { db, account, now }: Asked,
  selection: Selection,
): Promise<number | Failure<'survey.notFound' | 'export.tooLarge'>> {
  const most = limits.exportSurveysMax
  if ('ids' in selection) {
    const found = await selectSurveys(db, account, selection, { now, most })
    return found.length === new Set(selection.ids).size ? found.length : fail('survey.notFound')
  }
  const { total } = await countSurveyRows(
    db,
    { id: account.id, limits: account.limits, now },
    listFilterOf(selection.filter),
  )
  return total > most ? fail('export.tooLarge', { values: { max: most } }) : total
}

async function recordRequest(
  call: Asked,
  id: string,
  { options, selection }: StoredRequest,
  surveys: number,
): Promise<void> {
  const [only] = 'ids' in selection && selection.ids.length === 1 ? selection.ids : []
  await recordAudit(call.db, call, {
    action: 'survey.exported',
    accountId: call.account.id,
    target: only === undefined ? { type: 'export', id } : { type: 'survey', id: only },
    detail: { what: options.format, surveys },
  })
}
