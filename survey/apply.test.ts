import { expect, test } from 'vitest'
import { applySaveReply, mergeServerCopy } from './apply.ts'
import { applyEdit, type Edit } from './edit/edit.ts'
import { fixedId } from './ids.ts'
import type { Survey } from './survey.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

test('keeps the edits of two devices to different fields', () => {
  const mine = edit('MDF Info', 'Room location', 'Basement', '2026-01-05T11:00:00.000Z')
  const local = applyEdit(start, mine)
  const server = stored('MDF Info', 'Condition', 'Good', '2026-01-05T11:30:00.000Z')
  const merged = mergeServerCopy(local, [mine], server)
  expect(values(merged)).toMatchObject({ 'Room location': 'Basement', Condition: 'Good' })
})

test('shows unsent edits until the server decides', () => {
  const server = stored('MDF Info', 'Room location', 'Roof', '2026-01-05T11:30:00.000Z')
  for (const at of ['2026-01-05T11:00:00.000Z', '2026-01-05T11:45:00.000Z']) {
    const mine = edit('MDF Info', 'Room location', 'Basement', at)
    const merged = mergeServerCopy(applyEdit(start, mine), [mine], server)
    expect(values(merged)['Room location']).toBe('Basement')
    expect(merged.sections[2]?.subSections[0]?.answers[0]?.revision).toBe(1)
  }
})

test('keeps offline additions, photos and names, and the identity of everything else', () => {
  const at = '2026-01-05T11:00:00.000Z'
  const subSectionId = fixedId(at, 'added')
  const { subSection, answer } = open(sampleTemplate).find('Floor', 'Riser')
  const media = { id: 'photo', kind: 'photo', description: '', copiedFrom: null } as const
  const unsent: readonly Edit[] = [
    { kind: 'add-similar', sectionId: start.sections[0]?.id ?? '', subSectionId, at },
    { kind: 'add-media', subSectionId: subSection.id, answerId: answer.id, media, at },
    { kind: 'header', change: { name: 'Harbor View West' }, at },
  ]
  const local = unsent.reduce(applyEdit, start)
  expect(mergeServerCopy(local, unsent, start)).toBe(local)
  const server = stored('MDF Info', 'Condition', 'Good', '2026-01-05T11:30:00.000Z')
  const merged = mergeServerCopy(local, unsent, server)
  expect(merged.name).toBe('Harbor View West')
  expect(merged.sections.map((section, index) => section === local.sections[index])).toEqual([
    true,
    true,
    false,
  ])
})

test('bases an edit typed during a save on the saved revision', () => {
  const more = edit('MDF Info', 'Room location', 'Basement B2', '2026-01-05T11:01:00.000Z')
  const id = more.kind === 'answer' ? more.answerId : ''
  const local = applyEdit(start, more)
  const taken = applySaveReply(local, [more], { saved: [{ id, revision: 4 }], overruled: [] })
  expect(taken.unsent).toEqual([{ ...more, baseRevision: 4 }])
  expect(taken.survey.sections[2]?.subSections[0]?.answers[0]).toMatchObject({
    value: 'Basement B2',
    revision: 4,
  })
})

test('shows the winning value of an overruled answer unless a newer edit is unsent', () => {
  const mine = edit('MDF Info', 'Room location', 'Basement', '2026-01-05T11:01:00.000Z')
  const id = mine.kind === 'answer' ? mine.answerId : ''
  const local = applyEdit(start, mine)
  const reply = { saved: [{ id, revision: 2 }], overruled: [{ id, value: 'Roof', values: [], revision: 2 }] }
  expect(values(applySaveReply(local, [], reply).survey)['Room location']).toBe('Roof')
  const waiting = applySaveReply(local, [mine], reply)
  expect(values(waiting.survey)['Room location']).toBe('Basement')
  expect(waiting.unsent).toEqual([mine])
})

test('ignores a late reply', () => {
  const mine = edit('MDF Info', 'Room location', 'Basement', '2026-01-05T11:01:00.000Z')
  const id = mine.kind === 'answer' ? mine.answerId : ''
  const theirs = stored('MDF Info', 'Room location', 'Roof', '2026-01-05T11:30:00.000Z')
  expect(applySaveReply(theirs, [], { saved: [{ id, revision: 0 }], overruled: [] }).survey).toBe(theirs)
  const overruled = [{ id, value: 'Attic', values: [], revision: 0 }]
  expect(applySaveReply(theirs, [], { saved: [], overruled }).survey).toBe(theirs)
})

const start = open(sampleTemplate).survey

function edit(where: string, field: string, value: string, at: string): Edit {
  const { subSection, answer } = open(sampleTemplate).find(where, field)
  const place = { subSectionId: subSection.id, answerId: answer.id }
  return { kind: 'answer', ...place, value, values: [], baseRevision: answer.revision, at }
}

/** The server's copy after another device's save. */
function stored(where: string, field: string, value: string, at: string): Survey {
  const survey = applyEdit(start, edit(where, field, value, at))
  return {
    ...survey,
    sections: survey.sections.map((section) => ({
      ...section,
      subSections: section.subSections.map((subSection) => ({
        ...subSection,
        answers: subSection.answers.map((answer) => (answer.editedAt ? { ...answer, revision: 1 } : answer)),
      })),
    })),
  }
}

function values(survey: Survey): Record<string, string> {
  const answers = survey.sections.flatMap(({ subSections }) => subSections.flatMap((part) => part.answers))
  return Object.fromEntries(answers.map((answer) => [answer.field.name, answer.value]))
}
