import { expect, test } from 'vitest'
import { FormDocument } from '#contract/templates/form-document.ts'
import { sourceOf } from '../document-to-source.ts'
import { formFaults } from '../form-faults.ts'
import { templateFrom } from '../template-source.ts'
import { open } from '../testing/scenario.ts'
import { forReader } from '../translate.ts'
import { readXlsform } from '../xlsform/read-xlsform.ts'
import { writeXlsform } from '../xlsform/write-xlsform.ts'

const form = FormDocument.parse({
  name: 'Tests',
  language: 'en',
  languages: ['es'],
  sections: [
    {
      key: 'link',
      name: 'Link',
      fields: [
        { key: 'margin', name: 'Margin', type: 'decimal' },
        {
          ...{ key: 'verdict', name: 'Verdict', type: 'calculated', unit: 'dB' },
          calculation:
            "if(${margin} = '', '', if(${margin} > 10, ${margin}, if(${margin} >= 0, 'ok', 'Fail')))",
          options: [
            { label: 'Pass', id: 'ok', translations: { es: 'Pasa' } },
            { label: 'Fail', translations: { es: 'No pasa' } },
          ],
        },
        { key: 'why', name: 'Reason', type: 'text', showIf: "${verdict} = 'Fail'" },
      ],
    },
  ],
})
const template = templateFrom(sourceOf(form, '019b0000-0000-7000-8000-0000000000fe', 1))

test.each([
  ['en', 'Pass', 'Fail'],
  ['es-MX', 'Pasa', 'No pasa'],
])('a result with a label is read in the reader’s language: %s', (language, pass, fail) => {
  open(forReader(template, [language]))
    .expectCalculated('Link', 'Verdict', '')
    .answer('Link', 'Margin', '0')
    .expectCalculated('Link', 'Verdict', pass)
    .expectHidden('Link', 'Reason')
    .answer('Link', 'Margin', '-1')
    .expectCalculated('Link', 'Verdict', fail)
    .expectShown('Link', 'Reason')
    .answer('Link', 'Margin', '12')
    .expectCalculated('Link', 'Verdict', '12 dB')
})

test('its labels are kept in an XLSForm, and checked', () => {
  const read = readXlsform(writeXlsform(form))
  expect(read.kind === 'form' && read.form.sections[0]?.fields[1]).toMatchObject({
    options: form.sections[0]?.fields[1]?.options,
  })
  const [link] = form.sections
  const double = link?.fields.map((field) =>
    field.key === 'verdict' ? { ...field, options: ['A', 'A'] } : field,
  )
  const faulty = { ...form, sections: link ? [{ ...link, fields: double ?? [] }] : [] }
  expect(formFaults(faulty).map(({ field, property, fault }) => [field, property, fault.code])).toEqual([
    [1, 'options', 'optionTwice'],
  ])
})
