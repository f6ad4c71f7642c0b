import type { MovePlan } from '#contract/survey-moves.ts'
import { movePlan } from '#survey/move/plan.ts'
import { presentPlan } from '#survey/move/plan-on-wire.ts'
import { templateFromWire } from '../incoming/from-wire.ts'
import { recordMove } from '../record/record-change.ts'
import { tell } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { loadSurvey } from './load-survey.ts'

/** Which version of its template a survey follows, as far as this device knows. */
export interface VersionHere {
  readonly name: string
  readonly version: number
  readonly mayMove: boolean
  /** The newest version that is on this device, and what moving there does; null where the survey has it. */
  readonly newer: { readonly templateId: string; readonly version: number; readonly plan: MovePlan } | null
}

/** null = the survey is not on this device. */
export async function versionHere(account: string, surveyId: string): Promise<VersionHere | null> {
  const loaded = await loadSurvey(account, surveyId)
  if (!loaded) return null
  const { survey, role, rows } = loaded
  const own = { name: survey.name, version: survey.template.version, mayMove: role === 'owner' }
  const newest = await newestHere(account, rows?.template.detail.series_id)
  if (!newest || newest.version <= own.version) return { ...own, newer: null }
  const template = templateFromWire(newest)
  const plan = presentPlan(movePlan(survey, template), true)
  return { ...own, newer: { templateId: template.id, version: template.version, plan } }
}

/** At once on this device; the server is told when it can be reached. */
export async function moveHere(account: string, surveyId: string, templateId: string): Promise<void> {
  await recordMove(account, surveyId, templateId)
  tell(account, { kind: 'changed', survey: surveyId })
  tell(account, { kind: 'queue', now: true })
}

/** A version that was read by an earlier app does not say which series it is of. */
async function newestHere(account: string, series: string | undefined) {
  if (series === undefined) return undefined
  const rows = await onDevice(() => db.templates.where({ account }).toArray())
  return rows
    .map(({ detail }) => detail)
    .filter(({ series_id }) => series_id === series)
    .toSorted((a, b) => b.version - a.version)[0]
}
