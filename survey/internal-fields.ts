import { deriveId } from './ids.ts'
import type { TemplateField } from './template.ts'

/**
 * Fields of shipped templates that became internal in a later version. Surveys keep the version that they began
 * with, and versions never change; what these fields hold opens people's doors all the same.
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

/** Their ids, worked out when they are first asked for. */
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

/** Whether a field is named as one whose answer stays with those who fill the survey. */
export function isNamedInternal({ id, internal }: Pick<TemplateField, 'id' | 'internal'>): boolean {
  return internal === true || earlier().has(id)
}
