import { isHint } from './fields/registry.ts'
import type { Template } from './template.ts'

/** Where the address of what is surveyed stands. */
export interface AddressPlace {
  readonly sectionId: string
  readonly fieldId: string
}

/** The first field that its template calls `address`, of sections that are there once before others; null: it asks for none. */
export function addressPlace({ sections }: Template): AddressPlace | null {
  const places = sections.flatMap((section) =>
    section.fields
      .filter((field) => field.key === 'address' && isHint(field) && !field.internal)
      .map((field) => ({ sectionId: section.id, fieldId: field.id, once: !section.addSimilar })),
  )
  const first = places.find(({ once }) => once) ?? places[0]
  return first ? { sectionId: first.sectionId, fieldId: first.fieldId } : null
}
