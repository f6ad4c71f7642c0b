import type { Edit } from '#survey/edit/edit.ts'
import type { EntryOf } from '../store/outbox-rows.ts'
import { waitingCopies } from './copy-entry.ts'
import { never, noSubject, type Operation } from './operation.ts'
import { placeOf } from './place.ts'

/** Copies of photos and videos by reference: no bytes are stored or sent twice. */
export const mediaReference: Operation<'media.copy'> = {
  lane: 'media',
  carriesPictures: false,
  subject: noSubject,
  blocks: ({ id }, later) => later.entry.endpoint === 'media.draw' && later.subject === id,
  overtakes: never,
  collects: null,
  replay: 'copies',
  edits: copyEdits,
  losses: (entry) => [{ kind: 'copies', count: waitingCopies(entry).length }],
}

function copyEdits(row: EntryOf<'media.copy'>): readonly Edit[] {
  return waitingCopies(row).map(({ id, kind, description, copiedFrom }) => ({
    kind: 'add-media',
    ...placeOf(row),
    media: { id, kind, description, copiedFrom },
    at: row.madeAt,
  }))
}
