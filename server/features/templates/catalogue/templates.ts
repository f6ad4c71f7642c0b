import { omitUndefined } from '#contract/omit-undefined.ts'
import { documentOf } from '#survey/document-of.ts'
import { sourceOf } from '#survey/form-source.ts'
import type { Template } from '#survey/template.ts'
import { draftOf, type TemplateSource, templateFrom } from '#survey/template-source.ts'
import { telecomClosetAcceptance } from './acceptance/telecom-closet-acceptance.ts'
import { generalPropertyInspection } from './inspection/general-property-inspection.ts'
import { inSpanish } from './spanish/in-spanish.ts'
import { propertyAndWiringSurvey } from './wiring/property-and-wiring-survey.ts'

/** A template that ships with the product. All versions of one template share its `series`. */
export interface CatalogueTemplate extends Template {
  readonly series: string
}

/**
 * What an installation starts with, in the order of the template choice. To change one, raise its `version`:
 * it becomes a new template beside the old one, and surveys keep the version they began with.
 */
export const templates: readonly CatalogueTemplate[] = [
  propertyAndWiringSurvey,
  generalPropertyInspection,
  telecomClosetAcceptance,
].map((source) => ({ ...templateFrom(withSpanish(source)), series: source.series }))

/** The source as it is, with the translations of its texts; its rules are checked with the whole. */
function withSpanish(source: TemplateSource): TemplateSource {
  const { series, version } = source
  const both = sourceOf(inSpanish(documentOf(draftOf(source))), series, version)
  const sections = source.sections.map((section, index) => {
    const translated = both.sections[index]
    const fields = section.fields.map((field, place) => {
      const { options, translations } = translated?.fields[place] ?? {}
      return { ...field, ...omitUndefined({ options, translations }) }
    })
    return { ...section, fields, ...omitUndefined({ translations: translated?.translations }) }
  })
  const { language, languages, translations } = both
  return { ...source, ...omitUndefined({ language, languages, translations }), sections }
}
