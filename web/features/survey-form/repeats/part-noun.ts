import type { TemplateSection } from '#survey/template.ts'

/**
 * The noun for a sub-section, from the template's button ('unit' from 'Add another unit'), or else the section's
 * name.
 */
export function partNoun({ addSimilarText, name }: Pick<TemplateSection, 'addSimilarText' | 'name'>): string {
  const [, noun] = /^(?:Add (?:another |an? )?|Agregar (?:otr[oa] |una? )?)(.+)$/i.exec(addSimilarText) ?? []
  return noun ?? name
}
