import { expect, test } from 'vitest'
import { internalFields } from '#survey/for-guests.ts'
import { deriveId } from '#survey/ids.ts'
import { reportOf } from '#survey/report.ts'
import { open } from '#survey/testing/scenario.ts'
import { templates } from './templates.ts'

test('gate and door codes, keys, locks and phone numbers of the shipped surveys are internal', () => {
  expect(
    templates.flatMap((template) => {
      const kept = internalFields(template)
      return template.sections.flatMap(({ fields }) =>
        fields.filter(({ id }) => kept.has(id)).map(({ name }) => name),
      )
    }),
  ).toEqual([
    'Property manager phone',
    'Maintenance contact and phone',
    'Gate and door codes',
    'Keys and lockbox',
    'Knox Box location',
    'Lock and access',
    'Lock and key',
    'Gate and door codes',
    'Keys and lockbox',
    'Occupant phone',
    'Tenant phone',
    'Tenant email',
    'Forwarding address',
    'Gate and alarm codes',
    'Security deposit',
    'Escort phone',
    'Knox Box location',
    'Alarm panel codes',
    'Roof keys and codes',
    'Site contact phone',
    'Gate code',
    'Service call phone',
    'Keys and access',
    'Superintendent phone',
    'Gate code and site access',
  ])
})

test('they are also internal in surveys of the first version, which lacked the flag', () => {
  const [wiring] = templates
  if (!wiring) throw new Error('no template')
  const { survey } = open(firstVersionOf(wiring))
    .answer('Property Info', 'Gate and door codes', '4711')
    .answer('Property Info', 'Keys and lockbox', 'Box 77')
    .answer('IDF detail info', 'Lock and key', 'Key hook')
    .answer('Property Info', 'Property name', 'Riverside')
  const text = JSON.stringify(reportOf(survey, { forGuests: true }))
  expect(text).toContain('Riverside')
  for (const secret of ['4711', 'Box 77', 'Key hook']) expect(text).not.toContain(secret)
})

/** The first version as installed: with other ids and without internal fields. */
function firstVersionOf(template: (typeof templates)[number]): (typeof templates)[number] {
  const id = deriveId(template.series, 'version 1')
  const sections = template.sections.map((section) => {
    const sectionId = deriveId(id, section.key ?? '')
    const fields = section.fields.map(({ internal: _, ...field }) => ({
      ...field,
      id: deriveId(sectionId, field.key ?? ''),
    }))
    return { ...section, id: sectionId, fields }
  })
  return { ...template, id, version: 1, sections }
}
