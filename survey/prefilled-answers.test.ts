import { expect, test } from 'vitest'
import { prefilledAnswers } from './prefilled-answers.ts'
import { templateFrom } from './template-source.ts'
import { open } from './testing/scenario.ts'

const facts = { surveyName: 'Riverside Court', surveyor: 'Sam Ortiz', company: 'Fiber & Sons' }

test('prefills the property, the surveyor and the company', () => {
  expect(filled()).toEqual([
    ['Property name', 'Riverside Court'],
    ['Inspector', 'Sam Ortiz'],
    ['Surveyor company', 'Fiber & Sons'],
  ])
})

test('leaves unknown, default and hidden answers unchanged', () => {
  expect(filled({ ...facts, company: ' ' }).map(([name]) => name)).toEqual(['Property name', 'Inspector'])
  const { survey } = visit().answer('Visit', 'Property name', 'Pier 7')
  expect(prefilledAnswers(survey, facts).map(({ answer }) => answer.field.name)).toEqual([
    'Inspector',
    'Surveyor company',
  ])
})

test.each([
  ['Nombre de la propiedad', 'Riverside Court'],
  ['Site name', 'Riverside Court'],
  ['Surveyor', 'Sam Ortiz'],
  ["Surveyor's name", 'Sam Ortiz'],
  ['Inspected by', 'Sam Ortiz'],
  ['Walked by', 'Sam Ortiz'],
  ['Nombre del inspector', 'Sam Ortiz'],
  ['Recorrido hecho por', 'Sam Ortiz'],
  ['Company', 'Fiber & Sons'],
  ['Inspection company name', 'Fiber & Sons'],
  ['Empresa', 'Fiber & Sons'],
  ['Management company', null],
  ['Building name', null],
  ['Inspector notes', null],
  ['Phone number of the inspector', null],
])('prefills %j with %j', (name, value) => {
  const { survey } = open(templateOf([{ key: 'field', name, type: 'text' }]))
  expect(prefilledAnswers(survey, facts).map((one) => one.value)).toEqual(value === null ? [] : [value])
})

function filled(known = facts) {
  return prefilledAnswers(visit().survey, known).map(({ answer, value }) => [answer.field.name, value])
}

function visit() {
  return open(
    templateOf(
      [
        { key: 'property', name: 'Property name', type: 'text', mandatory: true },
        { key: 'inspector', name: 'Inspector', type: 'text' },
        { key: 'company', name: 'Surveyor company', type: 'text' },
        { key: 'by', name: 'Surveyed by', type: 'text', default: 'Ada Moore' },
        { key: 'hidden', name: 'Site name', type: 'text', showIf: "${company} = 'none'" },
        { key: 'signed', name: 'Inspector', type: 'signature' },
      ],
      true,
    ),
  )
}

type Fields = Parameters<typeof templateFrom>[0]['sections'][number]['fields']

function templateOf(fields: Fields, repeated = false) {
  return templateFrom({
    series: '019b0000-0000-7000-8000-000000000079',
    name: 'Visits',
    version: repeated ? 2 : 1,
    sections: [
      { key: 'visit', name: 'Visit', fields },
      // A list of people, who may all differ.
      ...(repeated ? [{ key: 'people', name: 'People', addSimilarText: 'Add a person', fields }] : []),
    ],
  })
}
