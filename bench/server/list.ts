import { live } from '#contract/health.ts'
import { listSurveys } from '#contract/surveys.ts'
import { type Figure, inTurn } from '../measure.ts'
import { inDatabase } from './database.ts'
import { openSite, startSurvey } from './site.ts'

const surveys = 10_000
const runs = 101

/** The history's first page, and a search, among 10,000 surveys of one account. */
export async function benchList(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const first = await startSurvey(site.api, 'Harbor Point Lofts')
    await multiply(site.dataDir, first.id)
    const nothing = async () => site.api.call(live, {})
    const page = await inTurn(runs, () => site.api.call(listSurveys, { query: {} }), nothing)
    const search = await inTurn(
      runs,
      () => site.api.call(listSurveys, { query: { search_query: 'Survey 77' } }),
      nothing,
    )
    const baseline = { name: 'a call that touches nothing', value: page.baseline }
    return [
      { name: 'list of 10 among 10,000 surveys', value: page.work, unit: 'ms', baseline },
      { name: 'search among 10,000 surveys', value: search.work, unit: 'ms', baseline },
    ]
  } finally {
    await site.close()
  }
}

/** Copies one survey's row: the list reads no answers, so none are needed. */
async function multiply(dataDir: string, id: string): Promise<void> {
  await inDatabase(dataDir, async (client) => {
    await client.query(
      `insert into survey (id, account_id, template_id, survey_name, owner_name, status, fillable, show_media, hide_empty, created_at, updated_at)
     select gen_random_uuid(), account_id, template_id, 'Survey ' || n::text, 'Owner ' || (n % 97)::text, status, fillable, show_media, hide_empty,
            created_at - n * interval '1 hour', updated_at
     from survey, generate_series(1, $2::integer) n where id = $1`,
      [id, surveys - 1],
    )
    await client.query('analyze survey')
  })
}
