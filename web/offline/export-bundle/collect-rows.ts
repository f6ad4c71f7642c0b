import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { answersOfCopy } from '#survey/survey-copy.ts'
import { sectionToWire } from '#survey/to-wire.ts'
import { surveyFromCopy, templateFromWire } from '../../../survey/from-wire.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { AnswerRow, BlobRow, Bytes, DrawingRow, FileRow, PlanRow } from '../store/rows.ts'
import type { MemberRole } from './manifest.ts'

/** All rows that the entries need on another device, without large bytes. */
export interface BundleRows {
  readonly entries: readonly OutboxRow[]
  readonly answers: readonly AnswerRow[]
  readonly files: readonly FileRow[]
  readonly drawings: readonly DrawingRow[]
  readonly plans: readonly PlanRow[]
  readonly surveys: readonly { readonly detail: SurveyDetail; readonly syncedAt: string }[]
}

export async function collectRows(account: string, entries: readonly OutboxRow[]): Promise<BundleRows> {
  const ids = entries.map(({ id }) => id)
  const keys = ids.map((id): [string, string] => [account, id])
  const surveys = [...new Set(entries.map(({ survey }) => survey))]
  const stores = [db.answers, db.files, db.drawings, db.plans, db.copies, db.subSections, db.templates]
  return onDevice(() =>
    db.transaction('r', stores, async () => {
      const [answers, files, drawings, plans] = await Promise.all([
        db.answers.where('entry').anyOf(ids).toArray(),
        db.files.where('upload').anyOf(ids).toArray(),
        db.drawings.where('entry').anyOf(ids).toArray(),
        db.plans.bulkGet(keys),
      ])
      const known = await Promise.all(surveys.map((survey) => wholeSurvey(account, survey)))
      return {
        entries,
        answers,
        files,
        drawings,
        plans: plans.filter((plan) => plan !== undefined),
        surveys: known.filter((survey) => survey !== null),
      }
    }),
  )
}

async function wholeSurvey(account: string, id: string) {
  const row = await db.copies.get([account, id])
  if (!row) return null
  const template = await db.templates.get([account, row.head.survey_template_id])
  // The other device downloads it, as this one would have to.
  if (!template) return null
  const { sections, head } = row
  const copy = { sections, subSections: await db.subSections.where({ account, survey: id }).toArray() }
  const answers = answersOfCopy(copy)
  const survey = surveyFromCopy(templateFromWire(template.detail), head, copy)
  const media = (answer: string, kind: 'photo' | 'video') => [...(answers.get(answer)?.[`${kind}s`] ?? [])]
  const detail: SurveyDetail = {
    ...head,
    user_survey_sections: survey.sections.map((section) => sectionToWire(section, media)),
  }
  return { detail, syncedAt: row.syncedAt }
}

/** Bytes for the bundle, read from the device only when they are written. */
export interface BundlePiece {
  readonly role: MemberRole
  readonly id: string
  /** Entry that needs them; null if they are only for viewing. */
  readonly neededBy: string | null
  readonly survey: string
  readonly read: () => Promise<Bytes | null>
}

export function piecesOf(account: string, { files, drawings, plans }: BundleRows): readonly BundlePiece[] {
  return [
    ...files.flatMap((file) => [
      { ...common(file, 'bytes'), neededBy: file.upload, read: () => blobOf(account, file.id) },
      ...small({ ...common(file, 'thumbnail') }, file.thumbnail),
      ...small({ ...common(file, 'poster') }, file.poster),
    ]),
    ...drawings.flatMap((drawing) => [
      ...(drawing.shapes === null
        ? []
        : [
            {
              ...common(drawing, 'drawing'),
              neededBy: drawing.entry,
              read: () => blobOf(account, drawing.entry),
            },
          ]),
      ...small(common(drawing, 'drawing-thumbnail'), drawing.thumbnail),
    ]),
    ...plans.flatMap((plan) => [
      { ...common(plan, 'plan'), neededBy: plan.id, read: () => planPicture(account, plan.id) },
      ...small(common(plan, 'plan-thumbnail'), plan.thumbnail),
    ]),
  ]
}

function common({ id, survey }: { readonly id: string; readonly survey: string }, role: MemberRole) {
  return { id, survey, role, neededBy: null }
}

function small(place: Omit<BundlePiece, 'read'>, bytes: Bytes | null): BundlePiece[] {
  return bytes ? [{ ...place, read: async () => bytes }] : []
}

async function blobOf(account: string, id: string): Promise<BlobRow | null> {
  return (await onDevice(() => db.blobs.get([account, id]))) ?? null
}

async function planPicture(account: string, id: string): Promise<Bytes | null> {
  return (await onDevice(() => db.planPictures.get([account, id]))) ?? null
}
