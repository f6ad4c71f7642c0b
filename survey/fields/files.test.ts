import { expect, test } from 'vitest'
import { formFaults } from '../form-faults.ts'
import { moveSurvey } from '../move/move.ts'
import { reportOf } from '../report.ts'
import { templateFrom } from '../template-source.ts'
import { closeoutSource, closeoutTemplate } from '../testing/closeout-template.ts'
import { open } from '../testing/scenario.ts'
import { acceptsFile } from './registry.ts'

const template = closeoutTemplate
const source = closeoutSource
const views = ['Closet', 'Views'] as const

test('counts photos as the answer in progress, the missing list and expressions', () => {
  open(template)
    .answer('Closet', 'Label', 'IDF 3')
    .expectProgress('50% completed')
    .expectMissing('Closet: Views')
    .expectShown('Closet', 'Why none')
    .expectCalculated('End', 'Photos', '0')
    .photo(...views)
    .expectProgress('100% completed')
    .expectMissing()
    .expectHidden('Closet', 'Why none')
    .expectCalculated('End', 'Photos', '1')
    .expectAnswer(...views, '1 photo')
    .expectProblem(...views, 'Add at least 2 photos.')
    .photo(...views)
    .expectProblem(...views, '')
    .expectHidden('Closet', 'Why so many')
    .photo(...views)
    .expectShown('Closet', 'Why so many')
    .expectMissing('Closet: Why so many')
    .expectCalculated('End', 'Photos', '3')
    .photo(...views)
    .expectProblem(...views, 'At most 3 photos: remove 1.')
    .removeFile(...views)
    .removeFile(...views)
    .expectProblem(...views, '')
    .expectMissing()
    .submit()
})

test('reports the answer as missing after its photos are removed', () => {
  const play = open(template)
    .answer('Closet', 'Label', 'IDF 3')
    .photo(...views)
    .photo(...views)
    .submit()
  play.removeFile(...views).removeFile(...views)
  play.expectMissing('Closet: Views')
  expect(() => play.submit()).toThrow(/Closet: Views/)
})

test('does not count a photo as the answer to a text field', () => {
  open(template)
    .photo(...views)
    .photo(...views)
    .photo('Closet', 'Label')
    .expectMissing('Closet: Label')
    .removeFile('Closet', 'Label')
    .answer('Closet', 'Label', 'IDF 3')
    .submit()
})

test('accepts an optional video question without videos and counts each kind separately', () => {
  const play = open(template).video('Closet', 'Tour').expectAnswer('Closet', 'Tour', '1 video')
  play.video('Closet', 'Tour').expectProblem('Closet', 'Tour', 'At most 1 video: remove 1.')
  const { field } = play.find(...views).answer
  expect([acceptsFile(field, 'photo'), acceptsFile(field, 'video')]).toEqual([true, false])
  play.expectRefused(...views, 'see the label', 'not-readable').expectRefused(...views, '2', 'not-readable')
})

test('copies photos only if selected, up to the maximum', () => {
  const filled = () =>
    open(template)
      .answer('Closet', 'Label', 'IDF 3')
      .photo(...views)
      .photo(...views)
      .addSimilar('Closet')
  filled()
    .copyFromLast('Closet')
    .expectPhotos('Closet 2', 'Views', 0)
    .expectAnswer('Closet 2', 'Label', 'IDF 3')
  filled()
    .photo('Closet 2', 'Views')
    .photo('Closet 2', 'Views')
    .copyAll('Closet')
    .expectPhotos('Closet 2', 'Views', 3)
})

test('shows the photos in the report, or their number if media is hidden', () => {
  const play = open(template)
    .photo(...views)
    .photo(...views)
  const row = (showMedia: boolean) => {
    const rows = reportOf(play.survey, { showMedia }).sections[0]?.parts[0]?.rows ?? []
    return rows.flatMap(({ label, value, figures }) => (label === 'Views' ? [[value, figures.length]] : []))
  }
  expect(row(true)).toEqual([['', 2]])
  expect(row(false)).toEqual([['2 photos', 0]])
})

test('keeps photos when a text field becomes a photo question and moves its text to the earlier answers', () => {
  const [closet, end] = source.sections
  if (!closet || !end) throw new Error('no sections')
  const asText = closet.fields.map((field) =>
    field.key === 'views' ? { key: 'views', name: 'Views', type: 'text' as const, media: true } : field,
  )
  const before = templateFrom({
    ...source,
    sections: [{ ...closet, fields: asText.filter(({ showIf }) => showIf === undefined) }],
  })
  const after = templateFrom({ ...source, version: 2, sections: [closet] })
  const begun = open(before)
    .photo(...views)
    .photo(...views)
  const moved = moveSurvey(begun.survey, after)
  const answerIn = (survey: typeof moved) =>
    survey.sections[0]?.subSections[0]?.answers.find(({ field }) => field.key === 'views')
  expect(answerIn(moved)?.media).toHaveLength(2)
  expect(moved.earlierAnswers ?? []).toEqual([])

  const worded = moveSurvey(begun.answer(...views, 'North wall').survey, after)
  expect(answerIn(worded)?.media).toEqual([])
  expect(worded.earlierAnswers?.map(({ answer }) => [answer.value, answer.media.length])).toEqual([
    ['North wall', 2],
  ])
})

test('accepts only a whole number of files within the upload limit', () => {
  const faults = (min?: number, max?: number) =>
    formFaults({
      schema: 'fieldbook-form/1',
      name: 'Form',
      sections: [
        {
          key: 'one',
          name: 'One',
          fields: [
            {
              ...{ key: 'views', name: 'Views', type: 'photo' },
              ...(min !== undefined && { min }),
              ...(max !== undefined && { max }),
            },
          ],
        },
      ],
    }).map(({ property, fault }) => `${property}: ${fault.code}`)
  expect(faults()).toEqual([])
  expect(faults(0, 100)).toEqual([])
  expect(faults(10)).toEqual([])
  expect(faults(11)).toEqual(['min: countUnfit'])
  expect(faults(1.5)).toEqual(['min: countUnfit'])
  expect(faults(undefined, 0)).toEqual(['max: countUnfit'])
  expect(faults(undefined, 101)).toEqual(['max: countUnfit'])
  expect(faults(3, 2)).toEqual(['min: rangeTurned'])
})
