import { omitUndefined } from '#contract/omit-undefined.ts'
import type { Edit } from '#survey/edit/edit.ts'
import { headerIn } from '../store/operation-facts.ts'
import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import { type Operation, operationDefaults } from './operation.ts'

type Header = EntryOf<'surveys.submit'>

/** Save, Submit, new names, and choices for the report. */
export const headerChange: Operation<'surveys.submit'> = {
  ...operationDefaults,
  lane: 'structure',
  // Only a Submit that depends on file questions waits for files; photos beside an answer fill no field.
  overtakes: ({ needsFiles }, held) => !needsFiles || held.adds === null,
  replay: { phase: 'header', edits: (entry) => [headerEdit(entry)] },
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

export function isHeaderChange(row: OutboxRow): row is Header {
  return row.endpoint === 'surveys.submit'
}
