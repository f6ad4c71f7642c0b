import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open, type Scenario } from '../testing/scenario.ts'
import { clearCopied, copyFromLast, hasUncheckedCopy, selectAllExcept } from './copy-from-last.ts'
import { removeMedia } from './edit.ts'

const at = '2026-03-01T10:00:00.000Z'

test('deletes a copied photo and its original independently', () => {
  const play = twoFloors({ name: 'Ground', wiring: [], access: '', photos: 1 }, empty).copyAll('Floor')
  const copied = play.find('Floor 2', 'Riser')
  const place = { subSectionId: copied.subSection.id, answerId: copied.answer.id }
  const without = removeMedia(play.survey, place, copied.answer.media[0]?.id ?? '', at)
  expect(photosIn(without)).toEqual([1, 0])
  play.remove('Floor 1').expectPhotos('Floor', 'Riser', 1).expectAnswer('Floor', 'Floor name', 'Ground')
})

test('keeps an edited answer when the copy is cleared', () => {
  twoFloors({ name: 'Ground', wiring: ['Coax'], access: 'Locked', photos: 2 }, empty)
    .copyAll('Floor')
    .answer('Floor 2', 'Wiring', 'Fiber')
    .clearCopied('Floor')
    .expectAnswer('Floor 2', 'Wiring', 'Fiber')
    .expectAnswer('Floor 2', 'Floor name', '')
    .expectAnswer('Floor 2', 'Access', '')
    .expectPhotos('Floor 2', 'Riser', 0)
})

const contents = fc.record({
  name: fc.constantFrom('', 'Ground', 'Second'),
  wiring: fc.subarray(['Copper', 'Coax', 'Fiber']),
  access: fc.constantFrom('', 'Open', 'Locked'),
  photos: fc.nat(2),
})
type Contents = typeof contents extends fc.Arbitrary<infer Given> ? Given : never
const empty: Contents = { name: '', wiring: [], access: '', photos: 0 }
const fields = ['Floor name', 'Wiring', 'Access', 'Riser']

test('fills only empty answers, leaves the source unchanged and restores everything when cleared', () => {
  fc.assert(
    fc.property(contents, contents, fc.subarray(fields), fc.nat(2), (source, own, leftOut, times) => {
      const play = twoFloors(source, own)
      const [first, before] = shown(play)
      for (let time = 0; time <= times; time += 1) play.copyAll('Floor', ...leftOut)
      const [sourceAfter, after] = shown(play)
      expect(sourceAfter).toEqual(first)
      for (const [index, answer] of (after ?? []).entries()) {
        const [had, from] = [before?.[index], first?.[index]]
        const copies = !leftOut.includes(answer.field)
        const value = had?.value !== '' || !copies ? had?.value : from?.value
        expect(answer.value).toBe(value)
        expect(answer.media.length).toBe((had?.media.length ?? 0) + (copies ? (from?.media.length ?? 0) : 0))
      }
      expect(shown(play.clearCopied('Floor'))).toEqual([first, before])
    }),
  )
})

test('clears part of a copy and copies it again', () => {
  fc.assert(
    fc.property(contents, contents, fc.subarray(fields), (source, own, taken) => {
      const play = twoFloors(source, own).copyAll('Floor')
      const whole = shown(play)[1]
      const only = new Set(taken.map((field) => play.find('Floor 2', field).answer.id))
      const sectionId = play.section('Floor').id
      const less = clearCopied(play.survey, sectionId, at, { values: only, files: only })
      const newest = less.sections[1]?.subSections[1]?.answers ?? []
      for (const answer of newest) if (only.has(answer.id)) expect(hasUncheckedCopy(answer)).toBe(false)
      for (const [index, answer] of newest.entries())
        if (!only.has(answer.id)) expect(answer).toBe(play.survey.sections[1]?.subSections[1]?.answers[index])
      const chosen = selectAllExcept(play.section('Floor'))
      play.survey = copyFromLast(less, { sectionId, copyId: 'again', at, chosen })
      expect(shown(play)[1]?.map(({ value }) => value)).toEqual(whole?.map(({ value }) => value))
      const counts = (all = whole) => all?.map(({ media }) => media.length)
      expect(counts(shown(play)[1])).toEqual(counts())
    }),
  )
})

function twoFloors(first: Contents, second: Contents): Scenario {
  const play = open(sampleTemplate)
  fill(play, 'Floor', first)
  play.addAnyway('Floor')
  fill(play, 'Floor 2', second)
  return play
}

function fill(play: Scenario, where: string, { name, wiring, access, photos }: Contents): void {
  play.answer(where, 'Floor name', name).answer(where, 'Wiring', ...wiring)
  play.answer(where, 'Access', access)
  for (let count = 0; count < photos; count += 1) play.photo(where, 'Riser')
}

/** The visible content of each floor. */
function shown(play: Scenario) {
  return play.section('Floor').subSections.map(({ answers }) =>
    answers.map(({ field, value, values, media, copiedFrom }) => ({
      field: field.name,
      value: value || values.join(', '),
      media,
      copiedFrom,
    })),
  )
}

function photosIn({ sections }: Scenario['survey']) {
  return sections[1]?.subSections.map(({ answers }) => answers.flatMap(({ media }) => media).length)
}
