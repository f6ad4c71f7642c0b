import fc from 'fast-check'
import { v4 as newKey } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addSimilar,
  autoSave,
  removeSimilar,
  type SavedAnswer,
  type SurveyDetail,
} from '#contract/surveys/surveys.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { readSurvey, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { missingInSection } from '#survey/mandatory.ts'
import { findSection } from '#survey/navigation.ts'
import { mandatoryShare } from '#survey/progress.ts'
import { templateFrom } from '#survey/template-source.ts'
import { closetsTemplate, logicTemplate } from '#survey/testing/sample-logic.ts'
import { loadSurvey } from '../load.ts'

/** Nothing is mandatory, so all fields count. */
const optional = templateFrom({
  series: '019b0000-0000-7000-8000-0000000000e7',
  name: 'Nothing must be filled',
  version: 1,
  sections: [
    {
      key: 'room',
      name: 'Room',
      addSimilarText: 'Add another room',
      fields: [
        { key: 'use', name: 'Use', type: 'text' },
        { key: 'wiring', name: 'Wiring', type: 'checkbox', options: ['Copper', 'Fiber cable'] },
        { key: 'beds', name: 'Beds', type: 'numeric' },
        { key: 'note', name: 'Mind the step', type: 'note' },
      ],
    },
  ],
})

const closets = closetsTemplate()

/** Fields that are conditionally required: by answers of their own sub-section, and of another section. */
const sometimes = (series: string, elsewhere: boolean) =>
  templateFrom({
    series,
    name: 'Sometimes required',
    version: 1,
    sections: [
      {
        key: 'site',
        name: 'Site',
        fields: [
          { key: 'kind', name: 'Kind', type: 'radio', options: ['House', 'Tower'], mandatory: elsewhere },
          { key: 'floors', name: 'Floors', type: 'numeric', requiredIf: "${kind} = 'Tower'" },
        ],
      },
      {
        key: 'room',
        name: 'Room',
        addSimilarText: 'Add another room',
        fields: [
          { key: 'name', name: 'Name', type: 'text' },
          { key: 'use', name: 'Use', type: 'text', requiredIf: "${name} != ''", showIf: "${name} != 'B'" },
          ...(elsewhere
            ? [{ key: 'lift', name: 'Lift', type: 'text', requiredIf: '${floors} > 20' } as const]
            : []),
        ],
      },
    ],
  })
const required = [
  sometimes('019b0000-0000-7000-8000-0000000000e8', false),
  sometimes('019b0000-0000-7000-8000-0000000000e9', true),
]

let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  const templates = [logicTemplate, optional, closets, ...required].map((one, place) => ({
    ...one,
    series: `kept ${place}`,
  }))
  await addMissingTemplates(here.context.db, templates)
  sam = await here.make.account()
})
afterAll(() => here.close())

async function kept(survey: SurveyDetail) {
  const row = await here.context.db
    .selectFrom('survey')
    .select(['filled', 'fillable as total'])
    .where('id', '=', survey.id)
    .executeTakeFirstOrThrow()
  const { filled, total } = mandatoryShare(await loadSurvey(here.context.db, survey.id))
  return { kept: row, counted: { filled, total } }
}

/** Every answer that the survey ever had, including those of removed sub-sections. */
type Place = { readonly section: string; readonly part: string } & Pick<SavedAnswer, 'id'> & {
    type: string
    options: readonly string[]
  }

function placesOf(survey: SurveyDetail): Place[] {
  return survey.user_survey_sections.flatMap((section) =>
    section.user_survey_sub_sections.flatMap((part) => {
      const at = { section: section.id, part: part.id }
      const title = part.user_survey_sub_section_title_detail?.id
      return [
        ...(title ? [{ ...at, id: title, type: 'text', options: [] }] : []),
        ...part.user_survey_sub_section_details.map(({ id, field_type: type, field_options: options }) => ({
          ...at,
          id,
          type,
          options,
        })),
      ]
    }),
  )
}

function said({ id, type, options }: Place, seed: number, minutes: number): SavedAnswer {
  const edited_at = new Date(Date.parse('2026-11-01T08:00:00Z') + minutes * 60_000).toISOString()
  const pick = options[seed % (options.length + 1)] ?? ''
  if (type === 'checkbox')
    return { id, field_value_multiple: pick ? [pick] : [], edited_at, base_revision: seed % 3 }
  const text = { radio: pick, numeric: ['', '7', '30'][seed % 3], decimal: ['', '40.5', '90'][seed % 3] }[
    type
  ]
  const field_value = text ?? (type === 'text' ? (['', 'A', 'B'][seed % 3] ?? '') : '')
  return { id, field_value, edited_at, base_revision: seed % 3 }
}

const step = fc.record({
  what: fc.constantFrom('save', 'save', 'save', 'save', 'again', 'add', 'remove'),
  at: fc.nat(200),
  seed: fc.nat(5),
  minutes: fc.nat(30),
})

test.each([logicTemplate, optional, closets, ...required])(
  'stored counts equal a fresh count: $name',
  { timeout: 120_000 },
  async (template) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        let survey = await startSurvey(sam, { template })
        const places = placesOf(survey)
        let last: (() => Promise<unknown>) | null = null
        for (const { what, at, seed, minutes } of steps) {
          if (what === 'again') await last?.()
          if (what === 'save') {
            const named = places.filter((_, place) => (place + at) % 5 < 2)
            const sections = named.map((place) => ({
              id: place.section,
              user_survey_sub_sections_attributes: [
                {
                  id: place.part,
                  user_survey_sub_section_details_attributes: [said(place, seed + at, minutes)],
                },
              ],
            }))
            const key = seed % 2 ? newKey() : undefined
            last = () =>
              sam.api.call(
                autoSave,
                { body: { user_survey_id: survey.id, user_survey_sections_attributes: sections } },
                key ? { key } : {},
              )
            await last()
          }
          const section = survey.user_survey_sections.at(-1)
          if (what === 'add') {
            const stored = findSection(await loadSurvey(here.context.db, survey.id), section?.id ?? '')
            const isWhole = stored !== undefined && missingInSection(stored).length === 0
            const { status } = await sam.api.call(addSimilar, {
              body: { user_survey_id: survey.id, user_survey_section_id: section?.id ?? '' },
            })
            expect(status).toBe(isWhole ? 201 : 422)
          }
          if (what === 'remove')
            await sam.api.call(removeSimilar, {
              query: {
                user_survey_id: survey.id,
                user_survey_section_id: section?.id ?? '',
                user_survey_sub_section_id: section?.user_survey_sub_sections.at(at % 3)?.id ?? '',
              },
            })
          if (what === 'add' || what === 'remove') {
            survey = await readSurvey(sam, survey.id)
            const known = new Set(places.map(({ id }) => id))
            places.push(...placesOf(survey).filter(({ id }) => !known.has(id)))
          }
          const { kept: row, counted } = await kept(survey)
          expect(row).toEqual(counted)
        }
      }),
      { numRuns: 5 },
    )
  },
)
