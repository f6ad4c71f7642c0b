import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayedRows, reportOf } from '../report.ts'
import { internalTemplate } from '../testing/internal-template.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open, type Scenario } from '../testing/scenario.ts'
import { copyable, lastFilled } from './copy-from-last.ts'

test('copies selected photos along with the values', () => {
  const play = secondFloor()
    .copyAll('Floor')
    .expectAnswer('Floor 2', 'Wiring', 'Copper, Coax')
    .expectAnswer('Floor 2', 'Building', 'Tower A')
    .expectPhotos('Floor 2', 'Riser', 1)
  const copied = play.find('Floor 2', 'Riser').answer.media[0]
  const original = play.find('Floor 1', 'Riser').answer.media[0]
  expect(copied?.copiedFrom).toBe(original?.id)
  expect(copied?.id).not.toBe(original?.id)
  expect(copied?.description).toBe('Riser door')
})

test('clears copied values and photos without touching their source', () => {
  secondFloor()
    .copyAll('Floor')
    .clearCopied('Floor')
    .expectEmpty('Floor 2')
    .expectAnswer('Floor 1', 'Wiring', 'Copper, Coax')
    .expectPhotos('Floor 1', 'Riser', 1)
})

test('neither overwrites nor clears what the surveyor entered', () => {
  secondFloor()
    .answer('Floor 2', 'Floor name', 'Second')
    .photo('Floor 2', 'Riser')
    .copyAll('Floor')
    .expectAnswer('Floor 2', 'Floor name', 'Second')
    .expectPhotos('Floor 2', 'Riser', 2)
    .clearCopied('Floor')
    .expectAnswer('Floor 2', 'Floor name', 'Second')
    .expectAnswer('Floor 2', 'Wiring', '')
    .expectPhotos('Floor 2', 'Riser', 1)
})

test('copies photos only once', () => {
  secondFloor().copyAll('Floor').copyAll('Floor').expectPhotos('Floor 2', 'Riser', 1)
})

test("copies nothing without a source or in a section that doesn't support copying", () => {
  const first = open(sampleTemplate).answer('Floor', 'Floor name', 'Ground')
  const before = first.survey
  expect(first.copyFromLast('Floor').survey).toBe(before)
  const building = open(sampleTemplate).fillMandatory('Building').addSimilar('Building')
  building.copyFromLast('Building').expectEmpty('Building 2')
})

test('restores the previous state when a copy is cleared', () => {
  const own = fc.record({
    name: fc.constantFrom('', 'Second', 'Roof'),
    access: fc.constantFrom('', 'Locked'),
  })
  fc.assert(
    fc.property(own, fc.boolean(), ({ name, access }, photo) => {
      const play = secondFloor().answer('Floor 2', 'Floor name', name).answer('Floor 2', 'Access', access)
      if (photo) play.photo('Floor 2', 'Riser')
      const before = newestAnswers(play)
      play.copyAll('Floor').clearCopied('Floor')
      expect(newestAnswers(play)).toEqual(before)
    }),
  )
})

test('keeps the source of a copied value until it is edited or checked', () => {
  secondFloor()
    .copyFromLast('Floor')
    .expectCopiedFrom('Floor 2', 'Wiring', 'Floor 1')
    .expectCopiedFrom('Floor 2', 'Floor name', 'Floor 1')
    .answer('Floor 2', 'Floor name', 'Second')
    .expectCopiedFrom('Floor 2', 'Floor name', '')
    .check('Floor 2', 'Wiring')
    .expectCopiedFrom('Floor 2', 'Wiring', '')
    .clearCopied('Floor')
    .expectAnswer('Floor 2', 'Floor name', 'Second')
    .expectAnswer('Floor 2', 'Wiring', 'Copper, Coax')
    .expectAnswer('Floor 2', 'Building', '')
})

test('copies fields later that were left out at first', () => {
  secondFloor()
    .copyAll('Floor', 'Floor name', 'Riser')
    .expectAnswer('Floor 2', 'Floor name', '')
    .expectPhotos('Floor 2', 'Riser', 0)
    .expectAnswer('Floor 2', 'Building', 'Tower A')
    .copyFromLast('Floor')
    .expectAnswer('Floor 2', 'Floor name', 'Ground')
})

test('copies photos and free notes only if selected', () => {
  const play = open(internalTemplate)
    .answer('Site', 'Site name', 'Harbor gate')
    .photo('Site', 'Site name')
    .answer('Site', 'Gate code', '4711')
    .answer('Site', 'Remarks', 'The lamp is broken')
    .addAnyway('Site')
  play.copyFromLast('Site').expectAnswer('Site 2', 'Gate code', '4711')
  play.expectAnswer('Site 2', 'Remarks', '').expectPhotos('Site 2', 'Site name', 0)
  play.copyAll('Site').expectAnswer('Site 2', 'Remarks', 'The lamp is broken')
  play.expectPhotos('Site 2', 'Site name', 1)
})

test('counts unchecked copies by part, including photos', () => {
  const play = secondFloor().copyAll('Floor').addSimilar('Floor').copyFromLast('Floor')
  play.expectUnchecked('Floor: 2 parts, 6 answers, 1 files')
  play.check('Floor 2', 'Riser').expectUnchecked('Floor: 2 parts, 6 answers, 0 files')
  play.answer('Floor 3', 'Floor name', 'Third').expectUnchecked('Floor: 2 parts, 5 answers, 0 files')
  for (const field of ['Building', 'Floor name', 'Wiring']) play.check('Floor 2', field)
  play.expectUnchecked('Floor: 1 parts, 2 answers, 0 files')
  play.clearCopied('Floor').expectUnchecked()
})

test('lists unchecked copies once per part in the report, also for guests', () => {
  const marked = (play: Scenario, forGuests: boolean) =>
    reportOf(play.survey, { forGuests }).sections.flatMap(({ parts }) =>
      parts.flatMap(({ rows }) => rows.filter(({ unchecked }) => unchecked).map(({ label }) => label)),
    )
  const play = secondFloor().copyAll('Floor')
  for (const forGuests of [false, true])
    expect(marked(play, forGuests)).toEqual(['Building', 'Floor name', 'Wiring', 'Riser'])
  const drawn = reportOf(play.survey).sections[1]?.parts.map(({ rows }) => displayedRows(rows)) ?? []
  expect(drawn.map((rows) => rows.length)).toEqual([5, 6])
  expect(drawn[1]?.[0]).toMatchObject({
    label: 'Copied, not checked',
    value: 'Building, Floor name, Wiring, Riser',
  })
  play.check('Floor 2', 'Riser').check('Floor 2', 'Wiring')
  for (const forGuests of [false, true]) expect(marked(play, forGuests)).toEqual(['Building', 'Floor name'])
})

test('copies into the next added part from the newest filled one', () => {
  const play = secondFloor()
    .copyFromLast('Floor')
    .answer('Floor 2', 'Floor name', 'Second')
    .addSimilar('Floor')
  play.expectEmpty('Floor 3').expectCopiedFrom('Floor 3', 'Wiring', '')
  play.copyFromLast('Floor').expectAnswer('Floor 3', 'Floor name', 'Second')
  play.expectCopiedFrom('Floor 3', 'Wiring', 'Floor 2').expectCopiedFrom('Floor 2', 'Wiring', 'Floor 1')
})

test('skips empty parts when looking for the source', () => {
  const { survey } = secondFloor()
  const floors = survey.sections[1]
  if (!floors) throw new Error('no floors')
  expect(lastFilled(floors)?.id).toBe(floors.subSections[0]?.id)
  expect(copyable(floors).map(({ field }) => field.name)).toEqual([
    'Building',
    'Floor name',
    'Wiring',
    'Riser',
  ])
})

function secondFloor(): Scenario {
  return open(sampleTemplate)
    .answer('Building', 'Building name', 'Tower A')
    .answer('Floor', 'Building', 'Tower A')
    .answer('Floor', 'Floor name', 'Ground')
    .answer('Floor', 'Wiring', 'Copper', 'Coax')
    .photo('Floor', 'Riser', 'Riser door')
    .addSimilar('Floor')
}

function newestAnswers(play: Scenario): unknown {
  return play
    .section('Floor')
    .subSections.at(-1)
    ?.answers.map(({ id, value, values, media, copiedFrom }) => ({ id, value, values, media, copiedFrom }))
}
