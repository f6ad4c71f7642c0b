import type { Template } from '#survey/template.ts'
import { templateFrom } from '#survey/template-source.ts'
import { telecomClosetAcceptance } from './acceptance/telecom-closet-acceptance.ts'
import { generalPropertyInspection } from './inspection/general-property-inspection.ts'
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
].map((source) => ({ ...templateFrom(source), series: source.series }))
