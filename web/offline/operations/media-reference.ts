import { copyMedia } from '#contract/media.ts'
import type { Edit } from '#survey/edit/edit.ts'
import { call } from '#web/lib/call.ts'
import type { EntryOf } from '../store/outbox-rows.ts'
import { callOptions } from './call-options.ts'
import { waitingCopies } from './copy-entry.ts'
import { parkWhole } from './entries.ts'
import { putUploaded } from './media-copy.ts'
import { never, noSubject, nothing, type Operation } from './operation.ts'
import { placeOf } from './place.ts'

/** Copies of photos and videos by reference: no bytes are kept or sent twice. */
export const mediaReference: Operation<'media.copy'> = {
  endpoint: copyMedia,
  lane: 'media',
  carriesPictures: false,
  subject: noSubject,
  blocks: ({ id }, later) => later.entry.endpoint === 'media.draw' && later.subject === id,
  overtakes: never,
  collects: null,
  send: (entry, signal) => call(copyMedia, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  acknowledge: async (entry, reply) => (reply ? { keptElsewhere: !(await putUploaded(entry, reply)) } : {}),
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
