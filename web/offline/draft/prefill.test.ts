import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { templateFrom } from '#survey/template-source.ts'
import { account, surveyId, templateWire } from '#web/testing/fake-offline.ts'
import { rememberTemplate } from '../incoming/server-copy.ts'
import { recordCreation } from '../record/record-survey.ts'
import { db } from '../store/database.ts'
import { loadSurvey } from './load-survey.ts'
import { prefill } from './prefill.ts'

const template = templateFrom({
  series: '019b0000-0000-7000-8000-000000000080',
  name: 'Visits',
  version: 1,
  sections: [
    {
      key: 'visit',
      name: 'Visit',
      fields: [
        { key: 'property', name: 'Property name', type: 'text', mandatory: true },
        { key: 'address', name: 'Address', type: 'text' },
        { key: 'inspector', name: 'Inspector', type: 'text' },
        { key: 'company', name: 'Company', type: 'text' },
      ],
    },
  ],
})

test('fills in known answers as the creator’s edits, queued after the creation', async () => {
  await rememberTemplate(account, templateWire(template))
  const names = { name: 'Riverside Court', owner: 'Dana Reed' }
  await recordCreation(account, { id: surveyId, template: template.id, ...names, createdBy: 'Sam Ortiz' })
  const facts = { surveyName: names.name, surveyor: 'Sam Ortiz', company: '' }
  await prefill(account, surveyId, facts)
  const read = async () => (await loadSurvey(account, surveyId))?.survey.sections[0]?.subSections[0]?.answers
  const answers = await read()
  expect(answers?.map(({ value }) => value)).toEqual(['Riverside Court', '', 'Sam Ortiz', ''])
  expect(answers?.map(({ editedAt }) => editedAt !== null)).toEqual([true, false, true, false])
  const waiting = await db.outbox.where({ account, survey: surveyId }).sortBy('seq')
  expect(waiting.map(({ endpoint }) => endpoint)).toEqual(['surveys.create', 'surveys.autoSave'])

  // An answer that was changed since is not replaced.
  await prefill(account, surveyId, { ...facts, surveyor: 'Ada Moore' })
  expect((await read())?.[2]?.value).toBe('Sam Ortiz')
})
