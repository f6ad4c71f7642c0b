import { isHint } from './fields/registry.ts'
import type { Template } from './template.ts'

/** The field that holds the address of the surveyed property. */
export interface AddressPlace {
  readonly sectionId: string
  readonly fieldId: string
}

/**
 * Returns the first field with the key `address`, preferring sections that don't repeat; null if there is
 * none.
 */
export function addressPlace({ sections }: Template): AddressPlace | null {
  const places = sections.flatMap((section) =>
    section.fields
      .filter((field) => field.key === 'address' && isHint(field) && !field.internal)
      .map((field) => ({ sectionId: section.id, fieldId: field.id, once: !section.addSimilar })),
  )
  const first = places.find(({ once }) => once) ?? places[0]
  return first ? { sectionId: first.sectionId, fieldId: first.fieldId } : null
}
