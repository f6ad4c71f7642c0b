import { expect, test } from 'vitest'
import { addSimilar } from '../edit/add-similar.ts'
import { fixedId } from '../ids.ts'
import { newSurvey, type Survey } from '../survey.ts'
import { templateFrom } from '../template-source.ts'
import { open } from '../testing/scenario.ts'

const template = templateFrom({
  series: '019b0000-0000-7000-8000-000000000078',
  name: 'Begins with',
  version: 1,
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [
        { key: 'visited', name: 'Visited', type: 'date', defaultExpression: 'today()' },
        { key: 'at', name: 'At', type: 'date_time', defaultExpression: 'now()' },
        { key: 'due', name: 'Due', type: 'date', defaultExpression: 'date(${visited} + 7)' },
        { key: 'kind', name: 'Kind', type: 'radio', options: [{ label: 'Home', value: 'h' }], default: 'h' },
        {
          key: 'again',
          name: 'Again',
          type: 'select',
          options: [{ label: 'Home', value: 'h' }],
          defaultExpression: '${kind}',
        },
        { key: 'bad', name: 'Bad', type: 'numeric', defaultExpression: "'x'" },
        { key: 'owner', name: 'Owner', type: 'text' },
      ],
    },
    {
      key: 'unit',
      name: 'Unit',
      addSimilarText: 'Add',
      fields: [
        { key: 'who', name: 'Who', type: 'text', defaultExpression: '${owner}' },
        { key: 'nth', name: 'Nth', type: 'numeric', defaultExpression: 'position(..) + 1' },
        { key: 'twice', name: 'Twice', type: 'calculated', calculation: '${nth} * 2' },
      ],
    },
  ],
})

const values = (survey: Survey, section: number, part = 0) =>
  survey.sections[section]?.subSections[part]?.answers.map(({ value }) => value)

test('fills computed defaults in a new survey with the date and time of its time zone', () => {
  const at = '2026-11-28T02:30:00Z'
  const given = { id: fixedId(at, 'zone'), name: '', owner: '', createdBy: '', at }
  const survey = newSurvey(template, { ...given, timeZone: 'America/Los_Angeles' })
  expect(values(survey, 0)).toEqual(['2026-11-27', '2026-11-27T18:30', '2026-12-04', 'Home', 'Home', '', ''])
  expect(values(newSurvey(template, given), 0)?.[0]).toBe('2026-11-28')
  expect(newSurvey(template, { ...given, timeZone: 'America/Los_Angeles' })).toEqual(survey)
  expect(survey.sections[0]?.subSections[0]?.answers[0]).toMatchObject({ revision: 0, editedAt: null })
})

test('fills the defaults of an added part from the current answers and keeps them afterwards', () => {
  const scenario = open(template).answer('Site', 'Owner', 'Ann')
  expect(values(scenario.survey, 1)).toEqual(['', '2', '4'])
  scenario.addAnyway('Unit')
  scenario.answer('Site', 'Owner', 'Bob').addAnyway('Unit')
  expect([1, 2].map((part) => values(scenario.survey, 1, part))).toEqual([
    ['Ann', '3', '6'],
    ['Bob', '4', '8'],
  ])
})

test('leaves an existing part unchanged when it is added again', () => {
  const scenario = open(template).addAnyway('Unit')
  const [, unit] = scenario.survey.sections
  const id = unit?.subSections[1]?.id ?? ''
  expect(addSimilar(scenario.survey, unit?.id ?? '', id, '2026-11-28T00:00:00Z')).toBe(scenario.survey)
})
