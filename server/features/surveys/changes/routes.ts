import { limits } from '#contract/limits.ts'
import { surveyChanges } from '#contract/surveys/survey-changes.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { readChanged } from '../data.ts'
import { readListDetails } from '../list/list-details.ts'
import { presentListItem } from '../list/present.ts'
import { signerOf } from '../present.ts'
import { type Change, listChanged, listGone, readListRows, readsInTeam } from './data.ts'

export const changesRoutes = [
  serve(surveyChanges, async (call) => {
    const { db, account, query, now } = call
    const {
      cursor,
      per_page: limit,
      status,
      survey_template_id: template,
      owner_id: owner,
      team_id: team,
    } = query
    if (team !== undefined && !(await readsInTeam(db, account.id, team))) return fail('team.notFound')
    // One more, to know whether there are more.
    const slice = { after: cursor === undefined ? null : readCursor(cursor), limit: limit + 1 }
    const filter = { search: '', from: null, before: null, status, template, owner }
    const changed = await listChanged(db, { reader: account, team }, filter, slice)
    // A team's loss of a survey is not recorded.
    const gone = team === undefined ? await listGone(db, account, slice) : []
    const all = [
      ...changed.map((change) => ({ ...change, isGone: false })),
      ...gone.map((change) => ({ ...change, isGone: true })),
    ].sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1))
    const page = all.slice(0, limit)
    const ids = page.flatMap(({ id, isGone }) => (isGone ? [] : [id]))
    const found = new Map((await readListRows(db, account, ids)).map((row) => [row.id, row]))
    const rows = ids.flatMap((id) => found.get(id) ?? [])
    const about = await readListDetails(db, rows)
    const submitted = await readChanged(db, rows)
    const hasMore = all.length > limit
    return {
      data: rows.map((row) =>
        presentListItem(row, submitted.get(row.id) ?? null, about.get(row.id), signerOf(call)),
      ),
      gone: page.flatMap(({ id, at, isGone }) => (isGone ? [{ id, gone_at: at.toISOString() }] : [])),
      meta: { next_cursor: nextCursor(page.at(-1) ?? slice.after, hasMore, now), has_more: hasMore },
    }
  }),
]

/** The lowest id. */
const firstId = '00000000-0000-0000-0000-000000000000'

function nextCursor(last: Change | null, hasMore: boolean, now: Date): string {
  const settled = new Date(now.getTime() - limits.changesSettleIn)
  const isSettled = hasMore || (last !== null && last.at <= settled)
  const { at, id } = last && isSettled ? last : { at: settled, id: firstId }
  return `${at.toISOString()}_${id}`
}

function readCursor(cursor: string): Change {
  const [at = '', id = ''] = cursor.split('_')
  return { at: new Date(at), id }
}
