import type { TemplateSection } from '#survey/template.ts'

/** What one sub-section of a section is, as in the template's button: 'unit' for 'Add another unit', else its name. */
export function partNoun({ addSimilarText, name }: Pick<TemplateSection, 'addSimilarText' | 'name'>): string {
  const [, noun] = /^(?:Add (?:another |an? )?|Agregar (?:otr[oa] |una? )?)(.+)$/i.exec(addSimilarText) ?? []
  return noun ?? name
}
