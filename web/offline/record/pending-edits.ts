import { onlySaid } from '#contract/only-said.ts'
import type { Edit } from '#survey/edit/edit.ts'
import { headerIn } from '../outbox/header-entry.ts'
import type { AnswerRow, FileRow, OutboxRow } from '../store/rows.ts'
import { planEdits } from './plan-edits.ts'
import { waitingCopies } from './record-copy.ts'

interface Waiting {
  readonly answers: readonly AnswerRow[]
  readonly files: readonly FileRow[]
  readonly outbox: readonly OutboxRow[]
}

/** Everything on this device that the server does not have yet, as edits in an order that can be applied. */
export function pendingEdits({ answers, files, outbox }: Waiting): readonly Edit[] {
  const rows = [...outbox].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
  const of = (endpoint: string) => rows.filter((row) => row.endpoint === endpoint)
  return [
    ...of('surveys.addSimilar').map(addSimilarEdit),
    ...answers.filter((row) => row.entry !== '').map(answerEdit),
    ...[...files].sort((a, b) => (a.id < b.id ? -1 : 1)).map(addMediaEdit),
    ...of('media.copy').flatMap(copyEdits),
    ...of('media.describe').flatMap(describeEdit),
    ...of('media.delete').flatMap(removeMediaEdit),
    ...rows.flatMap(planEdits),
    ...of('surveys.removeSimilar').map(removeSimilarEdit),
    ...of('surveys.submit').map(headerEdit),
  ]
}

export function answerEdit(row: AnswerRow): Edit {
  return {
    kind: 'answer',
    subSectionId: row.subSection,
    answerId: row.id,
    value: row.value,
    values: row.values,
    baseRevision: row.baseRevision,
    at: row.editedAt,
    copiedFrom: row.copiedFrom ?? null,
  }
}

function addSimilarEdit(row: OutboxRow): Edit {
  const { body } = row.input as { body: { user_survey_section_id: string } }
  return {
    kind: 'add-similar',
    sectionId: body.user_survey_section_id,
    subSectionId: row.subSection ?? '',
    at: row.madeAt,
  }
}

function removeSimilarEdit(row: OutboxRow): Edit {
  return { kind: 'remove-similar', subSectionId: row.subSection ?? '', at: row.madeAt }
}

function addMediaEdit(file: FileRow): Edit {
  const media = { id: file.id, kind: file.kind, description: file.description, copiedFrom: null }
  return { kind: 'add-media', subSectionId: file.subSection, answerId: file.answer, media, at: file.addedAt }
}

/** Copies by reference that the server has not made yet. */
function copyEdits(row: OutboxRow): Edit[] {
  return waitingCopies(row).map(({ id, kind, description, copiedFrom }) => ({
    kind: 'add-media',
    ...placeOf(row),
    media: { id, kind, description, copiedFrom },
    at: row.madeAt,
  }))
}

function describeEdit(row: OutboxRow): Edit[] {
  const { body } = row.input as { body: { photo_id?: string; video_id?: string; description: string } }
  const mediaId = body.photo_id ?? body.video_id
  if (!mediaId) return []
  return [{ kind: 'describe-media', ...placeOf(row), mediaId, description: body.description, at: row.madeAt }]
}

function removeMediaEdit(row: OutboxRow): Edit[] {
  const { query } = row.input as { query: { photo_id?: string; video_id?: string } }
  const mediaId = query.photo_id ?? query.video_id
  return mediaId ? [{ kind: 'remove-media', ...placeOf(row), mediaId, at: row.madeAt }] : []
}

function placeOf(row: OutboxRow): { subSectionId: string; answerId: string } {
  return { subSectionId: row.subSection ?? '', answerId: row.answer ?? '' }
}

function headerEdit(row: OutboxRow): Edit {
  const {
    survey_name: name,
    owner_name: owner,
    status,
    checkbox_1,
    checkbox_2,
    show_positions,
    time_zone,
    show_internal,
  } = headerIn(row)
  const change = onlySaid({
    name,
    owner,
    status,
    showMedia: checkbox_1,
    hideEmpty: checkbox_2,
    showPositions: show_positions,
    timeZone: time_zone,
    showInternal: show_internal,
  })
  return { kind: 'header', change, at: row.madeAt }
}
