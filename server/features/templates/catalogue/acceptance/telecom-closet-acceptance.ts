import type { TemplateSource } from '#survey/template-source.ts'
import { closet } from './closet.ts'
import { fiberLink } from './fiber-link.ts'
import { result } from './result.ts'
import { visit } from './visit.ts'

export const telecomClosetAcceptance: TemplateSource = {
  series: '019a4c1e-7d00-7d1f-8b52-2c60f4e7a9d8',
  name: 'Telecom closet acceptance',
  version: 5,
  sections: [visit, closet, fiberLink, result],
}
