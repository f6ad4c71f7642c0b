import { deriveId } from './ids.ts'
import type { TemplateField } from './template.ts'

/**
 * Fields of shipped templates that became internal in a later version. Surveys keep their version and
 * versions never change, but the answers of these fields are just as sensitive.
 */
const becameInternal = [
  {
    /** Property and wiring survey. */
    series: '019a4c1e-7d00-7a31-8f52-3b6e0c94d1a7',
    version: 1,
    sections: {
      'property-info': ['manager-phone', 'maintenance', 'codes', 'keys'],
      'mdf-info': ['lock'],
      'idf-detail-info': ['lock'],
    },
  },
] as const

let known: ReadonlySet<string> | null = null

/** Returns their ids, computed on first use. */
function earlier(): ReadonlySet<string> {
  known ??= new Set(
    becameInternal.flatMap(({ series, version, sections }) => {
      const template = deriveId(series, `version ${version}`)
      return Object.entries(sections).flatMap(([section, fields]) =>
        fields.map((field) => deriveId(deriveId(template, section), field)),
      )
    }),
  )
  return known
}

/** Whether a field is marked as internal. */
export function isMarkedInternal({ id, internal }: Pick<TemplateField, 'id' | 'internal'>): boolean {
  return internal === true || earlier().has(id)
}
