import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { sourceOf } from '#survey/document-to-source.ts'
import { newSurvey, type Survey } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { draftOf } from '#survey/template-source.ts'
import { account, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { lastMove, movesTo } from '../operations/survey-move.ts'
import { dueEntries } from '../outbox/queue.ts'
import { discardEntries } from '../record/discard.ts'
import { recordAnswer } from '../record/record-answer.ts'
import { db } from '../store/database.ts'
import { loadSurvey } from './load-survey.ts'
import { readTemplateVersion, startMove, undoMove } from './template-version.ts'

const series = '019b0000-0000-7000-8000-0000000000cc'
const text = (key: string, name: string) => ({ key, name, type: 'text' }) as const
const form: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closet walk',
  sections: [
    { key: 'closet', name: 'Closet', fields: [text('rack', 'Rack'), text('notes', 'Notes')] },
    { key: 'roof', name: 'Roof', fields: [text('hatch', 'Hatch')] },
  ],
}
const newer: FormDocument = {
  ...form,
  sections: [
    { key: 'closet', name: 'Closet', fields: [text('rack', 'Rack'), text('lock', 'Lock')] },
    { key: 'roof', name: 'Roof', fields: [text('hatch', 'Hatch')] },
  ],
}

function versionOf(document: FormDocument, version: number): Template {
  return draftOf(sourceOf(document, series, version))
}

/** The template in the server's format, with keys and version. */
function wireOf(template: Template, ofSeries = series) {
  const wire = templateWire(template)
  const sections = wire.survey_info_section.map((section, at) => ({
    ...section,
    section_key: template.sections[at]?.key,
    survey_info_section_fields: section.survey_info_section_fields.map((field, place) => ({
      ...field,
      field_key: template.sections[at]?.fields[place]?.key,
    })),
  }))
  return { ...wire, series_id: ofSeries, survey_info_section: sections }
}

const later = '2026-11-02T08:00:00.000Z'
const [first, second] = [versionOf(form, 1), versionOf(newer, 2)]

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, wireOf(first))
  const at = '2026-11-01T08:00:00.000Z'
  const given = { id: surveyId, name: 'Hill House', owner: 'Mrs Dudley', createdBy: account, at }
  await rememberSurvey(account, surveyWire(newSurvey(first, given)))
})

async function here(): Promise<Survey> {
  const loaded = await loadSurvey(account, surveyId)
  if (!loaded) throw new Error('It is not on the device')
  return loaded.survey
}

async function type(name: string, value: string): Promise<void> {
  const survey = await here()
  for (const section of survey.sections) {
    for (const part of section.subSections) {
      const answer = part.answers.find(({ field }) => field.name === name)
      if (!answer) continue
      const place = { survey: surveyId, section: section.id, subSection: part.id, answer: answer.id }
      const at = new Date().toISOString()
      const change = { ...place, name, value, values: [], at, baseRevision: 0, copiedFrom: null }
      return recordAnswer(account, change)
    }
  }
  throw new Error(`There is no ${name}`)
}

function values({ sections, earlierAnswers = [] }: Survey) {
  const answers = sections.flatMap(({ subSections }) => subSections.flatMap((part) => part.answers))
  return [
    ...answers.map(({ field, value }) => `${field.name}: ${value}`),
    ...earlierAnswers.map(({ answer }) => `earlier ${answer.field.name}: ${answer.value}`),
  ]
}

test('offers no move without a newer version on the device', async () => {
  expect(await readTemplateVersion(account, surveyId)).toMatchObject({
    version: 1,
    mayMove: true,
    newer: null,
  })
  await rememberTemplate(account, wireOf(second, '019b0000-0000-7000-8000-0000000000dd'))
  expect(await readTemplateVersion(account, surveyId)).toMatchObject({ newer: null })
  expect(await readTemplateVersion(account, '019b0000-0000-7000-8000-0000000000ee')).toBe(null)
})

test('moves a survey at once with earlier and later edits, which are sent in that order', async () => {
  await rememberTemplate(account, wireOf(second))
  await type('Rack', 'R-7')
  await type('Notes', 'Dry')
  const known = await readTemplateVersion(account, surveyId)
  expect(known?.newer).toMatchObject({ version: 2, plan: { kept: 1, earlier: 1 } })
  await startMove(account, surveyId, known?.newer?.templateId ?? '')
  expect(values(await here())).toEqual(['Rack: R-7', 'Lock: ', 'Hatch: ', 'earlier Notes: Dry'])
  await type('Lock', 'Keypad')
  await type('Rack', 'R-8')
  expect(values(await here())).toEqual(['Rack: R-8', 'Lock: Keypad', 'Hatch: ', 'earlier Notes: Dry'])
  expect((await loadSurvey(account, surveyId))?.earlierTemplates).toEqual([first.id])

  const rows = (await db.outbox.orderBy('seq').toArray()).map(({ endpoint }) => endpoint)
  expect(rows).toEqual(['surveys.autoSave', 'surveyMoves.move', 'surveys.autoSave'])
  const due = dueEntries(await db.outbox.toArray(), Date.now() + 1_000)
  expect(due.map(({ endpoint }) => endpoint)).toEqual(['surveys.autoSave'])
})

test('does not move back a survey that another user has moved further', async () => {
  await rememberTemplate(account, wireOf(second))
  await startMove(account, surveyId, second.id)
  const third = versionOf({ ...newer, name: 'Closet walk, again' }, 3)
  await rememberTemplate(account, wireOf(third))
  const given = { id: surveyId, name: 'Hill House', owner: 'Mrs Dudley', createdBy: account, at: later }
  await rememberSurvey(account, surveyWire(newSurvey(third, given)))
  expect((await here()).template.version).toBe(3)
})

test('discarding a rejected move leaves the survey in its version with all answers', async () => {
  await rememberTemplate(account, wireOf(second))
  await type('Notes', 'Dry')
  await startMove(account, surveyId, second.id)
  const move = lastMove(await db.outbox.toArray())
  expect(move && movesTo(move)).toBe(second.id)
  await db.outbox.where({ id: move?.id ?? '' }).modify({ state: 'parked', problem: 'No.' })
  await discardEntries(account, [move?.id ?? ''])
  expect(values(await here())).toEqual(['Rack: ', 'Notes: Dry', 'Hatch: '])
})

test('undoes an unsent move without sending anything', async () => {
  await rememberTemplate(account, wireOf(second))
  await type('Notes', 'Dry')
  expect(await undoMove(account, surveyId)).toBe(false)
  await startMove(account, surveyId, second.id)
  expect((await readTemplateVersion(account, surveyId))?.waiting).toEqual({ what: 'undoable', before: 1 })
  expect(await undoMove(account, surveyId)).toBe(true)
  expect(values(await here())).toEqual(['Rack: ', 'Notes: Dry', 'Hatch: '])
  const known = await readTemplateVersion(account, surveyId)
  expect(known).toMatchObject({ version: 1, waiting: null, newer: { version: 2 } })
  expect((await db.outbox.toArray()).map(({ endpoint }) => endpoint)).toEqual(['surveys.autoSave'])
})

test('undoes the last of two moves', async () => {
  const third = versionOf(newer, 3)
  await rememberTemplate(account, wireOf(second))
  await startMove(account, surveyId, second.id)
  await rememberTemplate(account, wireOf(third))
  await startMove(account, surveyId, third.id)
  expect((await readTemplateVersion(account, surveyId))?.waiting).toEqual({ what: 'undoable', before: 2 })
  expect(await undoMove(account, surveyId)).toBe(true)
  expect(await readTemplateVersion(account, surveyId)).toMatchObject({ version: 2, waiting: { before: 1 } })
})

test('keeps a move that has later entries or may have been sent', async () => {
  await rememberTemplate(account, wireOf(second))
  await startMove(account, surveyId, second.id)
  await type('Lock', 'Keypad')
  expect((await readTemplateVersion(account, surveyId))?.waiting).toEqual({ what: 'filled', before: 1 })
  expect(await undoMove(account, surveyId)).toBe(false)
  await db.outbox.toCollection().modify({ attempts: 1 })
  expect((await readTemplateVersion(account, surveyId))?.waiting).toEqual({ what: 'leaving', before: 1 })
  expect(await undoMove(account, surveyId)).toBe(false)
  expect(values(await here())).toContain('Lock: Keypad')
})
