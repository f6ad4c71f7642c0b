import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { MediaRef } from '../survey.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open } from '../testing/scenario.ts'
import { addMedia, changeHeader, describeMedia, type MediaPlace, removeMedia } from './edit.ts'

const at = '2026-03-01T10:00:00.000Z'
const photo: MediaRef = { id: 'photo', kind: 'photo', description: '', copiedFrom: null }

test('adds a photo once, describes it and removes it', () => {
  const { survey, place, mediaOf } = riser()
  const added = addMedia(survey, place, photo, at)
  expect(addMedia(added, place, photo, at)).toBe(added)
  const described = describeMedia(added, place, 'photo', 'Cable tray\u0000', at)
  expect(mediaOf(described)).toEqual([{ ...photo, description: 'Cable tray' }])
  expect(describeMedia(described, place, 'photo', 'Cable tray', at)).toBe(described)
  expect(mediaOf(removeMedia(described, place, 'photo', at))).toEqual([])
  expect(removeMedia(survey, place, 'photo', at)).toBe(survey)
})

test('cuts a description at its limit', () => {
  const { survey, place, mediaOf } = riser()
  const described = describeMedia(addMedia(survey, place, photo, at), place, 'photo', 'x'.repeat(5_000), at)
  expect(mediaOf(described)?.[0]?.description.length).toBe(limits.descriptionMax)
})

test('renames the survey without changing its answers', () => {
  const { survey } = riser()
  const renamed = changeHeader(survey, { name: 'Harbor View East', owner: 'Reed & Sons' }, at)
  expect(renamed).toMatchObject({ name: 'Harbor View East', owner: 'Reed & Sons', lastEdited: at })
  expect(renamed.sections).toBe(survey.sections)
  expect(changeHeader(renamed, { name: 'Harbor View East' }, at)).toBe(renamed)
})

function riser() {
  const play = open(sampleTemplate)
  const { subSection, answer } = play.find('Floor', 'Riser')
  const place: MediaPlace = { subSectionId: subSection.id, answerId: answer.id }
  const mediaOf = (survey: typeof play.survey) =>
    survey.sections[1]?.subSections[0]?.answers.find(({ id }) => id === answer.id)?.media
  return { survey: play.survey, place, mediaOf }
}
