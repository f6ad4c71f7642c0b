import type { MovePlan } from '#contract/surveys/survey-moves.ts'
import { movePlan } from '#survey/move/plan.ts'
import { presentPlan } from '#survey/move/plan-on-wire.ts'
import { templateFromWire } from '../../../survey/from-wire.ts'
import { lastMove, movesTo } from '../operations/move-entry.ts'
import { recordMove } from '../record/record-change.ts'
import { undoWaitingMove, type Waiting, waitingMove } from '../record/undo-waiting-move.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { type LoadedSurvey, loadSurvey } from './load-survey.ts'

/** Which version of its template a survey follows, as far as this device knows. */
export interface VersionHere {
  readonly name: string
  readonly version: number
  readonly mayMove: boolean
  /** A move that the server has not heard of yet, and the version that undoing it leads back to. */
  readonly waiting: { readonly what: Waiting; readonly before: number } | null
  /** The newest version that is on this device, and what moving there does; null where the survey has it. */
  readonly newer: { readonly templateId: string; readonly version: number; readonly plan: MovePlan } | null
}

/** null = the survey is not on this device. */
export async function versionHere(account: string, surveyId: string): Promise<VersionHere | null> {
  const loaded = await loadSurvey(account, surveyId)
  if (!loaded) return null
  const { survey, role, rows } = loaded
  const waiting = await waitingHere(account, loaded)
  const own = { name: survey.name, version: survey.template.version, mayMove: role === 'owner', waiting }
  const newest = await newestHere(account, rows?.template.detail.series_id)
  if (!newest || newest.version <= own.version) return { ...own, newer: null }
  const template = templateFromWire(newest)
  const plan = presentPlan(movePlan(survey, template), true)
  return { ...own, newer: { templateId: template.id, version: template.version, plan } }
}

/** At once on this device; the server is told when it can be reached. */
export async function moveHere(account: string, surveyId: string, templateId: string): Promise<void> {
  await recordMove(account, surveyId, templateId)
  publish(account, { kind: 'changed', survey: surveyId })
  publish(account, { kind: 'queue', now: true })
}

/** A move that has not left this device is gone, as if it had never been asked for; false = that is too late. */
export async function undoHere(account: string, surveyId: string): Promise<boolean> {
  const undone = await undoWaitingMove(account, surveyId)
  if (undone) {
    publish(account, { kind: 'changed', survey: surveyId })
    publish(account, { kind: 'queue', now: false })
  }
  return undone
}

/** Several moves may wait, one behind the other: undoing takes back the last. */
async function waitingHere(account: string, { outbox, rows }: LoadedSurvey): Promise<VersionHere['waiting']> {
  const what = waitingMove(outbox)
  const last = lastMove(outbox)
  const earlier = lastMove(outbox.filter((row) => row !== last))
  const before = earlier ? movesTo(earlier) : rows?.head.head.survey_template_id
  const template = before && (await onDevice(() => db.templates.get([account, before])))
  return what && template ? { what, before: template.detail.version } : null
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
