import { v7 } from 'uuid'
import type { Edit } from '#survey/edit/edit.ts'
import type { MediaRef } from '#survey/survey.ts'
import type { EntryOf, OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { MediaPlaceOnDevice } from '../store/rows.ts'
import { newEntry } from './entries.ts'
import { type Operation, operationDefaults } from './operation.ts'
import { placeOf } from './place.ts'

export type Copy = EntryOf<'media.copy'>
export type CopiedItems = PayloadOf<'media.copy'>['body']['attached_photos']

/** Copies of photos and videos by reference: no bytes are stored or sent twice. */
export const mediaReference: Operation<'media.copy'> = {
  ...operationDefaults,
  lane: 'media',
  adds: 'copies',
  blocks: ({ id }, later) => later.needsSubject && later.subject === id,
  replay: { phase: 'copies', edits: copyEdits },
  losses: (entry) => [{ kind: 'copies', count: unsentCopies(entry).length }],
}

function copyEdits(row: Copy): readonly Edit[] {
  return unsentCopies(row).map(({ id, kind, description, copiedFrom }) => ({
    kind: 'add-media',
    ...placeOf(row),
    media: { id, kind, description, copiedFrom },
    at: row.madeAt,
  }))
}

/** Returns the entry that asks the server for these copies. */
export function copyEntry(account: string, place: MediaPlaceOnDevice, copies: readonly MediaRef[]): Copy {
  const of = (kind: MediaRef['kind']) =>
    copies
      .filter((copy) => copy.kind === kind)
      .map(({ id, copiedFrom, description }) => ({ id: copiedFrom ?? '', copy_id: id, description }))
  const id = v7()
  const input: Copy['input'] = {
    body: {
      id,
      user_survey_sub_section_detail_id: place.answer,
      attached_photos: of('photo'),
      attached_videos: of('video'),
    },
  }
  return newEntry(account, { ...place, endpoint: 'media.copy', input, id })
}

export function isCopy(row: OutboxRow): row is Copy {
  return row.endpoint === 'media.copy'
}

/** Returns the files that an unsent copy entry will create. */
export function unsentCopies({ input: { body } }: Copy): readonly MediaRef[] {
  const of = (kind: MediaRef['kind'], items: CopiedItems = []) =>
    items.map(({ id, copy_id = '', description = '' }) => ({
      id: copy_id,
      kind,
      description,
      copiedFrom: id,
    }))
  return [...of('photo', body.attached_photos), ...of('video', body.attached_videos)]
}
