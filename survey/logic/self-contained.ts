import type { SubSection, Survey } from '../survey.ts'
import type { Template, TemplateSection } from '../template.ts'
import { derived } from './derive.ts'
import { logicOf } from './plan.ts'

/** Whether what a section's sub-sections hide can be told of each by itself, and changes nothing elsewhere. */
export function isSelfContained(template: Template, definition: TemplateSection): boolean {
  return logicOf(template).selfContained.has(template.sections.indexOf(definition))
}

/**
 * A sub-section of a self-contained section with its hidden answers marked, as it stands in its survey. Values that are
 * calculated from elsewhere, and what is offered, are not right in it.
 */
export function hideInPart(
  template: Template,
  definition: TemplateSection,
  subSection: SubSection,
): SubSection {
  if (!logicOf(template).hides) return subSection
  const index = template.sections.indexOf(definition)
  const sections = template.sections.map((own) => ({
    id: own.id,
    definition: own,
    subSections: own === definition ? [subSection] : [],
  }))
  return derived({ ...nameless, template, sections }).sections[index]?.subSections[0] ?? subSection
}

const nameless: Omit<Survey, 'template' | 'sections'> = {
  id: '',
  name: '',
  owner: '',
  createdBy: '',
  createdAt: '',
  lastEdited: '',
  status: 'Started',
  showMedia: false,
  hideEmpty: false,
  showPositions: false,
  timeZone: null,
  showInternal: false,
  plans: [],
}
