import type { MovePlan } from '#contract/surveys/survey-moves.ts'
import { movePlan } from '#survey/move/move-plan.ts'
import { presentPlan } from '#survey/move/plan-to-wire.ts'
import { templateFromWire } from '../../../survey/from-wire.ts'
import { lastMove, movesTo } from '../operations/survey-move.ts'
import { recordMove } from '../record/record-change.ts'
import { type UnsentMove, undoUnsentMove, unsentMove } from '../record/undo-unsent-move.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { type LoadedSurvey, loadSurvey } from './load-survey.ts'

/** A survey's template version, as far as this device knows. */
export interface DeviceTemplateVersion {
  readonly name: string
  readonly version: number
  readonly mayMove: boolean
  /** An unsent move, and the version that undoing it returns to. */
  readonly waiting: { readonly what: UnsentMove; readonly before: number } | null
  /** The newest version on this device and the effects of moving to it; null if the survey has it. */
  readonly newer: { readonly templateId: string; readonly version: number; readonly plan: MovePlan } | null
}

/** Returns null if the survey isn't on this device. */
export async function readTemplateVersion(
  account: string,
  surveyId: string,
): Promise<DeviceTemplateVersion | null> {
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

/** Moves the survey on this device at once; the move is sent later. */
export async function startMove(account: string, surveyId: string, templateId: string): Promise<void> {
  await recordMove(account, surveyId, templateId)
  publish(account, { kind: 'changed', survey: surveyId })
  publish(account, { kind: 'queue', now: true })
}

/** Undoes an unsent move. Returns false if it is too late. */
export async function undoMove(account: string, surveyId: string): Promise<boolean> {
  const undone = await undoUnsentMove(account, surveyId)
  if (undone) {
    publish(account, { kind: 'changed', survey: surveyId })
    publish(account, { kind: 'queue', now: false })
  }
  return undone
}

/** Returns the last unsent move, because several may be queued and undoing removes one. */
async function waitingHere(
  account: string,
  { outbox, rows }: LoadedSurvey,
): Promise<DeviceTemplateVersion['waiting']> {
  const what = unsentMove(outbox)
  const last = lastMove(outbox)
  const earlier = lastMove(outbox.filter((row) => row !== last))
  const before = earlier ? movesTo(earlier) : rows?.head.head.survey_template_id
  const template = before && (await onDevice(() => db.templates.get([account, before])))
  return what && template ? { what, before: template.detail.version } : null
}

/** Returns the newest version on this device. Templates stored by older apps have no series. */
async function newestHere(account: string, series: string | undefined) {
  if (series === undefined) return undefined
  const rows = await onDevice(() => db.templates.where({ account }).toArray())
  return rows
    .map(({ detail }) => detail)
    .filter(({ series_id }) => series_id === series)
    .toSorted((a, b) => b.version - a.version)[0]
}
