import type { Edit } from '#survey/edit/edit.ts'
import { db } from '../store/database.ts'
import type { EntryOf, PayloadOf } from '../store/outbox-rows.ts'
import type { FileRow } from '../store/rows.ts'
import { type Operation, operationDefaults } from './operation.ts'

type Upload = EntryOf<'media.upload'>

/** Up to ten photos and videos of one answer. The entry's id is the server's `user_survey_media_id`. */
export const mediaUpload: Operation<'media.upload'> = {
  ...operationDefaults,
  lane: 'media',
  adds: 'files',
  subject: ({ id }) => id,
  blocks: ({ id }, later) => later.needsSubject && later.subject === id,
  collects: {
    async isPrepared({ id }) {
      return (await db.files.where({ upload: id }).toArray()).every(({ stage }) => stage === 'ready')
    },
    async payload(entry) {
      const files = await db.files.where({ upload: entry.id }).toArray()
      return files.length > 0 ? uploadPayload(entry, files) : null
    },
  },
  replay: {
    phase: 'files',
    edits: (_, { files }) => [...files].sort((a, b) => (a.id < b.id ? -1 : 1)).map(addMediaEdit),
  },
  losses: (_, { files }) => files.map(({ name }) => ({ kind: 'file', name })),
}

function addMediaEdit(file: FileRow): Edit {
  const media = { id: file.id, kind: file.kind, description: file.description, copiedFrom: null }
  return { kind: 'add-media', subSectionId: file.subSection, answerId: file.answer, media, at: file.addedAt }
}

/** Photos first, in the call's order of parts. */
function uploadPayload(entry: Upload, files: readonly FileRow[]): PayloadOf<'media.upload'> {
  const inOrder = inSendingOrder(files)
  return {
    body: {
      id: entry.id,
      user_survey_sub_section_detail_id: entry.answer ?? '',
      ids: inOrder.map(({ id }) => id),
      descriptions: inOrder.map(({ description }) => description),
    },
  }
}

function inSendingOrder(files: readonly FileRow[]): readonly FileRow[] {
  const byId = [...files].sort((a, b) => (a.id < b.id ? -1 : 1))
  return [...byId.filter(({ kind }) => kind === 'photo'), ...byId.filter(({ kind }) => kind === 'video')]
}
