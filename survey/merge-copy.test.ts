import { expect, test } from 'vitest'
import { applyEdit, type Edit } from './edit/edit.ts'
import { fixedId } from './ids.ts'
import { mergeServerCopy } from './merge-copy.ts'
import { sampleTemplate } from './sample-template.ts'
import { open } from './scenario.ts'
import type { Survey } from './survey.ts'
import { takeReply } from './take-reply.ts'

const now = '2026-01-05T12:00:00.000Z'

test('two devices that change different fields both win', () => {
  const mine = edit('MDF Info', 'Room location', 'Basement', '2026-01-05T11:00:00.000Z')
  const local = applyEdit(start, mine)
  const server = stored('MDF Info', 'Condition', 'Good', '2026-01-05T11:30:00.000Z')
  const merged = mergeServerCopy(local, [mine], server, now)
  expect(values(merged)).toMatchObject({ 'Room location': 'Basement', Condition: 'Good' })
})

test('the same field shows what the server will decide', () => {
  const server = stored('MDF Info', 'Room location', 'Roof', '2026-01-05T11:30:00.000Z')
  const earlier = edit('MDF Info', 'Room location', 'Basement', '2026-01-05T11:00:00.000Z')
  expect(values(mergeServerCopy(applyEdit(start, earlier), [earlier], server, now))['Room location']).toBe(
    'Roof',
  )
  const later = edit('MDF Info', 'Room location', 'Basement', '2026-01-05T11:45:00.000Z')
  const merged = mergeServerCopy(applyEdit(start, later), [later], server, now)
  expect(values(merged)['Room location']).toBe('Basement')
  expect(merged.sections[2]?.subSections[0]?.answers[0]?.revision).toBe(1)
})

test('what was added, photographed and renamed offline is still there, and the rest keeps its identity', () => {
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
  expect(mergeServerCopy(local, unsent, start, now)).toBe(local)
  const server = stored('MDF Info', 'Condition', 'Good', '2026-01-05T11:30:00.000Z')
  const merged = mergeServerCopy(local, unsent, server, now)
  expect(merged.name).toBe('Harbor View West')
  expect(merged.sections.map((section, index) => section === local.sections[index])).toEqual([
    true,
    true,
    false,
  ])
})

test('typing that went on while a save was under way builds on the saved value', () => {
  const more = edit('MDF Info', 'Room location', 'Basement B2', '2026-01-05T11:01:00.000Z')
  const id = more.kind === 'answer' ? more.answerId : ''
  const local = applyEdit(start, more)
  const taken = takeReply(local, [more], { saved: [{ id, revision: 4 }], overruled: [] })
  expect(taken.unsent).toEqual([{ ...more, baseRevision: 4 }])
  expect(taken.survey.sections[2]?.subSections[0]?.answers[0]).toMatchObject({
    value: 'Basement B2',
    revision: 4,
  })
})

test('an overruled answer shows the standing value, unless something newer waits', () => {
  const mine = edit('MDF Info', 'Room location', 'Basement', '2026-01-05T11:01:00.000Z')
  const id = mine.kind === 'answer' ? mine.answerId : ''
  const local = applyEdit(start, mine)
  const reply = { saved: [{ id, revision: 2 }], overruled: [{ id, value: 'Roof', values: [], revision: 2 }] }
  expect(values(takeReply(local, [], reply).survey)['Room location']).toBe('Roof')
  const waiting = takeReply(local, [mine], reply)
  expect(values(waiting.survey)['Room location']).toBe('Basement')
  expect(waiting.unsent).toEqual([mine])
})

const start = open(sampleTemplate).survey

function edit(where: string, field: string, value: string, at: string): Edit {
  const { subSection, answer } = open(sampleTemplate).find(where, field)
  const place = { subSectionId: subSection.id, answerId: answer.id }
  return { kind: 'answer', ...place, value, values: [], baseRevision: answer.revision, at }
}

/** The server's copy after another device saved there. */
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
