import { omitUndefined } from '#contract/omit-undefined.ts'
import type { Edit } from '#survey/edit/edit.ts'
import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import { headerIn } from './header-entry.ts'
import { never, noSubject, type Operation } from './operation.ts'

type Header = EntryOf<'surveys.submit'>

/** Save, Submit, new names, and choices for the report. */
export const headerChange: Operation<'surveys.submit'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  // Only a Submit that depends on file questions waits for files; photos beside an answer fill no field.
  overtakes: ({ needsFiles }, held) => !needsFiles || !addsFiles(held.entry),
  collects: null,
  replay: 'header',
  edits: (entry) => [headerEdit(entry)],
  losses(entry) {
    const { status, survey_name = '' } = headerIn(entry)
    return [status ? { kind: 'status', status } : { kind: 'names', name: survey_name }]
  },
}

function headerEdit(row: Header): Edit {
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
  const change = omitUndefined({
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

function addsFiles({ endpoint }: OutboxRow): boolean {
  return endpoint === 'media.upload' || endpoint === 'media.copy'
}
