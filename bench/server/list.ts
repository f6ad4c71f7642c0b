import { live } from '#contract/health.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { type Figure, inTurn } from '../measure.ts'
import { openSite, startSurvey } from './site.ts'
import { multiply } from './surveys.ts'

const surveys = 10_000
const runs = 101

/** The history's first page, and a search, with 10,000 surveys in one account. */
export async function benchList(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const first = await startSurvey(site.api, 'Harbor Point Lofts')
    await multiply(site.dataDir, first.id, surveys)
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
