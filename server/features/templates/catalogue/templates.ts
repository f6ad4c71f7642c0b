import { omitUndefined } from '#contract/omit-undefined.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { sourceOf } from '#survey/document-to-source.ts'
import type { Template } from '#survey/template.ts'
import { draftOf, type TemplateSource, templateFrom } from '#survey/template-source.ts'
import { documentOf } from '#survey/template-to-document.ts'
import { telecomClosetAcceptance } from './acceptance/telecom-closet-acceptance.ts'
import { elevator } from './forms/elevator.ts'
import { fireSafety } from './forms/fire-safety.ts'
import { moveIn } from './forms/move-in.ts'
import { punchList } from './forms/punch-list.ts'
import { roof } from './forms/roof.ts'
import { smallCell } from './forms/small-cell.ts'
import { generalPropertyInspection } from './inspection/general-property-inspection.ts'
import { inSpanish } from './spanish/in-spanish.ts'
import { propertyAndWiringSurvey } from './wiring/property-and-wiring-survey.ts'

/** A template that ships with the product. All versions of one template share its `series`. */
export interface CatalogueTemplate extends Template {
  readonly series: string
}

/** Templates written as documents: series, version, document. Version 1 could only be copied. */
const written: readonly (readonly [string, number, FormDocument])[] = [
  ['019ab0c0-0000-7000-8000-000000000001', 2, moveIn],
  ['019ab0c0-0000-7000-8000-000000000002', 3, fireSafety],
  ['019ab0c0-0000-7000-8000-000000000003', 3, roof],
  ['019ab0c0-0000-7000-8000-000000000004', 3, smallCell],
  ['019ab0c0-0000-7000-8000-000000000005', 3, elevator],
  ['019ab0c0-0000-7000-8000-000000000006', 3, punchList],
]

/** Their documents by series, in English and Spanish. */
export const documents: ReadonlyMap<string, FormDocument> = new Map(
  written.map(([series, , document]) => [series, inSpanish(document)]),
)

/**
 * The templates of a new installation, in the order of the template choice. To change one, raise its `version`:
 * it becomes a new template beside the old one, and surveys keep the version they began with.
 */
export const templates: readonly CatalogueTemplate[] = [
  ...[propertyAndWiringSurvey, generalPropertyInspection, telecomClosetAcceptance].map(withSpanish),
  ...written.map(([series, version, document]) =>
    sourceOf(documents.get(series) ?? document, series, version),
  ),
].map((source) => ({ ...templateFrom(source), series: source.series }))

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
