import type { TemplateSource } from '#survey/template-source.ts'
import { exterior } from './exterior.ts'
import { interior } from './interior.ts'
import { safety } from './safety.ts'
import { systems } from './systems.ts'
import { unit } from './unit.ts'
import { visit } from './visit.ts'

export const generalPropertyInspection: TemplateSource = {
  series: '019a4c1e-7d00-7c88-a0d4-95f17e2b6c33',
  name: 'General property inspection',
  version: 4,
  sections: [visit, exterior, interior, unit, systems, safety],
}
