import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeServerCopy } from '../apply.ts'
import { fixedId } from '../ids.ts'
import { keepIdentity } from '../keep-identity.ts'
import { pinnable, plansOf, shownPins } from '../plans.ts'
import { reportOf } from '../report.ts'
import type { Survey } from '../survey.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open } from '../testing/scenario.ts'
import { setAnswer } from './change.ts'
import { applyEdit, type Edit, removeSimilar } from './edit.ts'
import { placeOf, setPin } from './plans.ts'

const at = '2026-01-06T10:00:00.000Z'
const [first, second] = [fixedId(at, 'plan 1'), fixedId('2026-01-06T10:00:01.000Z', 'plan 2')]
const { survey: bare } = open(sampleTemplate).fillMandatory('Building').addSimilar('Building')
const buildings = bare.sections[0]?.subSections.map(({ id }) => id) ?? []
const [east = '', west = ''] = buildings
const floor = bare.sections[1]?.subSections[0]?.id ?? ''
const start = [
  { kind: 'add-plan', planId: second, name: 'Level 2', at },
  { kind: 'add-plan', planId: first, name: ' Level\n1 ', at },
].reduce<Survey>((survey, edit) => applyEdit(survey, edit as Edit), bare)

const place = fc.option(
  fc.record({ x: fc.double({ min: 0, max: 1, noNaN: true }), y: fc.double({ min: 0, max: 1, noNaN: true }) }),
)
const minute = fc.integer({ min: 0, max: 5 }).map((n) => `2026-01-07T10:0${n}:00.000Z`)
const pinEdit = fc.record({
  kind: fc.constant('set-pin' as const),
  planId: fc.constantFrom(first, second),
  subSectionId: fc.constantFrom(east, west, floor),
  place,
  at: minute,
})

/** Sorted by name, because pin numbers depend on the order of arrival. */
const seen = (survey: Survey) =>
  survey.plans.map((plan) => [
    plan.name,
    shownPins(survey, plan)
      .map(({ name, place }) => ({ name, ...place }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  ])

test('sorts plans by id and cleans their names', () => {
  expect(start.plans.map(({ name }) => name)).toEqual(['Level 1', 'Level 2'])
})

test('ends with the same pins for any order of arrival', () => {
  fc.assert(
    fc.property(fc.array(pinEdit, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (edits, numbers) => {
      const shuffled = edits
        .map((edit) => ({ edit, key: numbers.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ edit }) => edit)
      expect(seen(shuffled.reduce<Survey>(applyEdit, start))).toEqual(
        seen(edits.reduce<Survey>(applyEdit, start)),
      )
    }),
  )
})

test('changes nothing when edits are replayed', () => {
  fc.assert(
    fc.property(fc.array(pinEdit, { maxLength: 12 }), (edits) => {
      const once = edits.reduce<Survey>(applyEdit, start)
      expect(edits.reduce<Survey>(applyEdit, once)).toBe(once)
      expect(keepIdentity(once, structuredClone(once)).plans).toBe(once.plans)
    }),
  )
  const again: Edit[] = [
    { kind: 'add-plan', planId: first, name: 'Other', at },
    { kind: 'rename-plan', planId: first, name: 'Level 1', at },
    { kind: 'rename-plan', planId: first, name: ' \n', at },
    { kind: 'remove-plan', planId: 'gone', at },
    { kind: 'set-pin', planId: 'gone', subSectionId: east, place: { x: 0, y: 0 }, at },
  ]
  for (const edit of again) expect(applyEdit(start, edit)).toBe(start)
})

test('restores a pin when its change is undone', () => {
  fc.assert(
    fc.property(fc.array(pinEdit, { maxLength: 6 }), pinEdit, (edits, change) => {
      const before = edits.reduce<Survey>(applyEdit, start)
      const last = { ...change, at: '2026-01-08T10:00:00.000Z' }
      const undo = {
        ...last,
        place: placeOf(before, last.planId, last.subSectionId),
        at: '2026-01-08T10:00:01.000Z',
      }
      expect(seen(applyEdit(applyEdit(before, last), undo))).toEqual(seen(before))
    }),
  )
})

test('does not restore a removed pin by an older edit', () => {
  const taken = setPin(start, first, east, null, '2026-01-07T10:05:00.000Z')
  const late = setPin(taken, first, east, { x: 0.5, y: 0.5 }, '2026-01-07T10:04:00.000Z')
  expect(late).toBe(taken)
  expect(plansOf(late, east)).toEqual([])
})

test('numbers and names pins, keeps them inside the picture and removes them with their part', () => {
  const { title } = bare.sections[0]?.subSections[1] ?? {}
  const titled = setAnswer(start, west, title?.id ?? '', { value: 'Annex', at })
  const pinned = [floor, west, east].reduce(
    (survey, id, n) => setPin(survey, first, id, { x: n, y: -1 }, at),
    titled,
  )
  const [plan] = pinned.plans
  if (!plan) throw new Error('no plan')
  expect(shownPins(pinned, plan).map(({ number, name, place }) => [number, name, place.x, place.y])).toEqual([
    [1, 'Floor', 0, 0],
    [2, 'Annex', 1, 0],
    [3, 'Main building', 1, 0],
  ])
  const shorter = removeSimilar(pinned, east, at)
  expect(shownPins(shorter, shorter.plans[0] ?? plan).map(({ name }) => name)).toEqual(['Floor', 'Annex'])
})

test("keeps a pin's number when other pins are added, moved or removed", () => {
  const numbers = (survey: Survey) =>
    Object.fromEntries(
      shownPins(survey, survey.plans[0] ?? fail()).map(({ number, subSection }) => [subSection.id, number]),
    )
  const [near, far] = [
    { x: 0.1, y: 0.1 },
    { x: 0.9, y: 0.9 },
  ]
  const one = setPin(start, first, floor, near, at)
  expect(numbers(one)).toEqual({ [floor]: 1 })
  const two = setPin(one, first, east, far, at)
  expect(numbers(two)).toEqual({ [floor]: 1, [east]: 2 })
  const without = setPin(two, first, floor, null, '2026-01-07T10:00:00.000Z')
  const third = setPin(without, first, west, near, '2026-01-07T10:01:00.000Z')
  expect(numbers(third)).toEqual({ [east]: 2, [west]: 3 })
  const back = setPin(third, first, floor, far, '2026-01-07T10:02:00.000Z')
  expect(numbers(back)).toEqual({ [floor]: 1, [east]: 2, [west]: 3 })
})

function fail(): never {
  throw new Error('no plan')
}

test('offers repeating parts for pinning, unpinned ones first', () => {
  const pinned = setPin(start, first, east, { x: 0.1, y: 0.2 }, at)
  const [plan] = pinned.plans
  if (!plan) throw new Error('no plan')
  expect(pinnable(pinned, plan).map(({ name, pinned }) => [name, pinned])).toEqual([
    ['Building 2', false],
    ['Floor', false],
    ['Main building', true],
  ])
})

test('includes plans in a report with media and links pins to its parts', () => {
  const pinned = [east, floor].reduce(
    (survey, id) => setPin(survey, first, id, { x: 0.25, y: 0.75 }, at),
    start,
  )
  const [plan] = reportOf(pinned).plans
  expect(plan).toMatchObject({ planId: first, name: 'Level 1' })
  expect(plan?.pins).toMatchObject([
    { number: 1, x: 0.25, y: 0.75, name: 'Main building', target: `part-${east}` },
    { number: 2, name: 'Floor', target: `section-${pinned.sections[1]?.id}` },
  ])
  const short = reportOf(pinned, { hideEmpty: true })
  expect(short.plans[0]?.pins.map(({ target }) => target)).toEqual([`part-${east}`, null])
  expect(reportOf(pinned, { showMedia: false }).plans).toEqual([])
})

test("applies unsent plans and pins to the server's copy", () => {
  const third = fixedId('2026-01-06T10:00:02.000Z', 'plan 3')
  const unsent: Edit[] = [
    { kind: 'add-plan', planId: third, name: 'Roof', at },
    { kind: 'set-pin', planId: third, subSectionId: floor, place: { x: 0.5, y: 0.5 }, at },
    { kind: 'set-pin', planId: first, subSectionId: floor, place: { x: 0.5, y: 0.5 }, at },
  ]
  const local = unsent.reduce(applyEdit, start)
  expect(mergeServerCopy(local, unsent, start)).toBe(local)
  const moved = setPin(start, first, floor, { x: 0.9, y: 0.9 }, '2026-01-06T11:00:00.000Z')
  expect(seen(mergeServerCopy(local, unsent, moved))).toEqual([
    ['Level 1', [{ name: 'Floor', x: 0.9, y: 0.9 }]],
    ['Level 2', []],
    ['Roof', [{ name: 'Floor', x: 0.5, y: 0.5 }]],
  ])
})
