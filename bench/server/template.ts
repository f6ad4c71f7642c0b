import { deriveId, fixedId } from '#survey/ids.ts'
import type { Template } from '#survey/template.ts'
import { type FieldSource, templateFrom } from '#survey/template-source.ts'
import { inDatabase } from './database.ts'

/** The specification's six types, which the shipped templates use. */
export const benchTypes = ['text', 'numeric', 'checkbox', 'radio', 'select', 'dynamic_dropdown'] as const

/** Returns a template of one section with `fields` fields, every fifth of them mandatory. */
export function largeTemplate(fields: number): Template {
  return templateFrom({
    series: seriesOf(`large/${fields}`),
    name: `${fields} fields`,
    version: 1,
    sections: [
      { key: 'all', name: 'Everything', fields: Array.from({ length: fields }, (_, at) => fieldAt(at)) },
    ],
  })
}

/**
 * Returns a template with a repeated section of twelve fields, the last with photos. `hides`: half of them
 * depend on an answer of their room, as in the shipped template's closets and units.
 */
export function roomsTemplate({ hides = false } = {}): Template {
  const fields = Array.from({ length: 12 }, (_, at): FieldSource => {
    const field = fieldAt(at)
    if (at === 0) return { ...field, name: 'Room' }
    const own = { ...field, mandatory: false, media: at === 11 }
    return hides && at > 5 ? { ...own, mandatory: at === 6, showIf: `\${field_3} = 'North'` } : own
  })
  return templateFrom({
    series: seriesOf(hides ? 'rooms that hide' : 'rooms'),
    name: 'Rooms',
    version: 1,
    sections: [
      { key: 'building', name: 'Building', fields: [fieldAt(0)] },
      { key: 'room', name: 'Room', addSimilarText: 'Add a room', fields },
    ],
  })
}

/** Adds a template next to the shipped ones. */
export async function addTemplate(dataDir: string, template: Template): Promise<void> {
  const values = [template.id, deriveId(template.id, 'series'), 1, template.name, JSON.stringify(template)]
  await inDatabase(dataDir, async (client) => {
    await client.query(
      'insert into template (id, series, version, name, content) values ($1, $2, $3, $4, $5)',
      values,
    )
  })
}

function fieldAt(at: number): FieldSource {
  const type = benchTypes[at % benchTypes.length] ?? 'text'
  const chosen = type === 'checkbox' || type === 'radio' || type === 'select'
  return {
    key: `field_${at}`,
    name: `Field ${at + 1}`,
    type,
    mandatory: at % 5 === 0,
    ...(chosen && { options: ['North', 'East', 'South', 'West'] }),
    ...(type === 'dynamic_dropdown' && { dropdownOf: 'Building' }),
  }
}

function seriesOf(key: string): string {
  return fixedId('2026-01-01T00:00:00Z', `bench/${key}`)
}
