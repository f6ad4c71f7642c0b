import type { SubSection, Survey } from '../survey.ts'
import type { Template, TemplateSection } from '../template.ts'
import { derived } from './derive.ts'
import { logicOf } from './template-logic.ts'

/** Whether each sub-section of this section can be evaluated alone and affects no other section. */
export function isSelfContained(template: Template, definition: TemplateSection): boolean {
  return logicOf(template).selfContained.has(template.sections.indexOf(definition))
}

/**
 * Marks the hidden answers of one sub-section in a self-contained section. Calculated values from other
 * sections and offered options are not correct in the result.
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
