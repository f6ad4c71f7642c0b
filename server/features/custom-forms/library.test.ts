import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FormDocument } from '#contract/templates/form-document.ts'
import { sourceOf } from '#survey/document-to-source.ts'
import { filesOf } from '#survey/fields/registry.ts'
import { formFaults } from '#survey/form-faults.ts'
import { identityField } from '#survey/identity.ts'
import { templateFrom } from '#survey/template-source.ts'
import { open } from '#survey/testing/scenario.ts'
import { readXlsform } from '#survey/xlsform/read-xlsform.ts'
import { writeXlsform } from '#survey/xlsform/write-xlsform.ts'
import { library } from './library.ts'

test('nine ready templates, each with a category and a picture, and ids that no two share', () => {
  expect(library.map(({ document }) => document.name)).toEqual([
    'Property and wiring survey',
    'General property inspection',
    'Telecom closet acceptance',
    'Move-in / move-out inspection',
    'Fire safety walk',
    'Roof inspection',
    'Small-cell site survey',
    'Elevator room survey',
    'Punch list',
  ])
  expect(new Set(library.map(({ id }) => id)).size).toBe(library.length)
  for (const { document } of library) expect([document.category, document.picture]).not.toContain(undefined)
})

describe.each(library.map((form) => [form.document.name, form] as const))('%s', (_, { id, document }) => {
  const fields = document.sections.flatMap((section) => section.fields)

  test('can be published as it is, and is complete enough to be used on Monday', () => {
    expect(z.parse(FormDocument, document)).toEqual(document)
    expect(formFaults(document)).toEqual([])
    expect(fields.length).toBeGreaterThanOrEqual(40)
    expect(document.sections.some(({ addSimilarText }) => addSimilarText)).toBe(true)
    expect(fields.some((field) => field.media || filesOf(field) === 'photo')).toBe(true)
    for (const section of document.sections) {
      const names = section.fields.map(({ name }) => name)
      expect(new Set(names).size, section.name).toBe(names.length)
    }
  })

  test('a survey begins with it and shows every section', () => {
    const { survey } = open(templateFrom(sourceOf(document, id, 1)))
    expect(survey.sections.map(({ definition }) => definition.name)).toEqual(
      document.sections.map(({ name }) => name),
    )
    for (const { definition } of survey.sections)
      if (definition.copyFromLastFilled)
        expect(identityField(definition.fields), definition.name).toBeDefined()
  })

  test('survives an export and import as an XLSForm', () => {
    expect(readXlsform(writeXlsform(document))).toMatchObject({
      kind: 'form',
      form: document,
      report: { notes: [] },
    })
  })
})
