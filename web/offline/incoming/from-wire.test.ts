import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MediaItem } from '#contract/media/media-item.ts'
import { mergeServerCopy } from '#survey/apply.ts'
import { applyEdit, type Edit } from '#survey/edit/edit.ts'
import { asText, clean, isAnswerable, isMissing } from '#survey/fields/registry.ts'
import { deriveId, fixedId } from '#survey/ids.ts'
import { keepIdentity } from '#survey/keep-identity.ts'
import { moveSurvey } from '#survey/move/move.ts'
import { reportOf } from '#survey/report.ts'
import { everyAnswer, type MediaRef, newSurvey, type Survey } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { type FieldSource, type SectionSource, templateFrom } from '#survey/template-source.ts'
import { logicTemplate } from '#survey/testing/sample-logic.ts'
import { open } from '#survey/testing/scenario.ts'
import { surveyToWire } from '#survey/to-wire.ts'
import { templateWire } from '#web/testing/fake-offline.ts'
import { copyFromWire, mediaItemsOf, surveyFromWire, templateFromWire } from '../../../survey/from-wire.ts'

const at = '2026-11-01T08:00:00.000Z'
const given = {
  id: fixedId(at, 'survey'),
  name: 'Harbor View',
  owner: 'Dana Reed',
  createdBy: 'Sam Ortiz',
  at,
}
const fresh = newSurvey(logicTemplate, given)
const last = fresh.sections.at(-1)
const sectionId = last?.id ?? ''
const parts = [
  ...fresh.sections.flatMap(({ subSections }) => subSections.map(({ id }) => id)),
  ...[1, 2, 3].map((minute) => fixedId(moment(minute), 'unit')),
]

function moment(minute: number): string {
  return new Date(Date.parse(at) + minute * 60_000).toISOString()
}

/** A user's action. `part` and `nth` select its place in the current survey. */
const action = fc.record({
  what: fc.constantFrom('answer', 'answer', 'answer', 'add', 'remove', 'photo', 'video', 'header'),
  part: fc.constantFrom(...parts),
  nth: fc.nat(8),
  value: fc.constantFrom('', 'House', 'Tower', '30', '7.5', '2026-01-05', 'Copper', 'Yes', 'typed ↵\n'),
  minute: fc.nat(50),
})
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

function editOf(survey: Survey, { what, part, nth, value, minute }: Action): Edit | null {
  const time = { at: moment(minute) }
  if (what === 'header') return { kind: 'header', change: { name: value || 'Renamed' }, ...time }
  if (what === 'add') return { kind: 'add-similar', sectionId, subSectionId: part, ...time }
  if (what === 'remove') return { kind: 'remove-similar', subSectionId: part, ...time }
  const found = survey.sections.flatMap(({ subSections }) => subSections).find(({ id }) => id === part)
  const isMedium = what === 'photo' || what === 'video'
  // Titles have no photos.
  const answers = isMedium ? (found?.answers ?? []) : found ? everyAnswer(found) : []
  const answer = answers[nth % Math.max(1, answers.length)]
  if (!answer) return null
  const place = { subSectionId: part, answerId: answer.id, ...time }
  if (isMedium) {
    const media = { id: deriveId(answer.id, what + minute), kind: what, description: value, copiedFrom: null }
    return { kind: 'add-media', ...place, media: media as MediaRef }
  }
  const words = clean(answer.field, { value, values: value ? [value] : [] }).given
  return words && { kind: 'answer', ...place, ...words, baseRevision: answer.revision }
}

/** Applies all actions, and returns the survey and the edits. */
function after(survey: Survey, actions: readonly Action[]) {
  const edits: Edit[] = []
  const end = actions.reduce((now, action) => {
    const edit = editOf(now, action)
    if (edit) edits.push(edit)
    return edit ? applyEdit(now, edit) : now
  }, survey)
  return { survey: end, edits }
}

/** The survey in the server's format. */
function copyOnWire(survey: Survey) {
  const answers = [
    ...survey.sections.flatMap(({ subSections }) => subSections.flatMap(everyAnswer)),
    ...(survey.earlierAnswers ?? []).map(({ answer }) => answer),
  ]
  const refs = new Map(answers.map(({ id, media }) => [id, media]))
  const media = (answer: string, kind: MediaRef['kind']) =>
    (refs.get(answer) ?? [])
      .filter((ref) => ref.kind === kind)
      .map(({ copiedFrom, ...ref }) => ({ ...ref, copied_from: copiedFrom }) as unknown as MediaItem)
  return surveyToWire(survey, { media, plans: [], my_role: 'owner' })
}

/** Serializes and parses the survey, as a device does. */
function readAgain(survey: Survey): Survey {
  return readAgainBy(logicTemplate, survey)
}

function readAgainBy(template: Template, survey: Survey): Survey {
  const { user_survey_sections, ...head } = copyOnWire(survey)
  return surveyFromWire(template, head, structuredClone(user_survey_sections))
}

test('a survey is the same after a round trip, including derived answers', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
      const { survey } = after(fresh, actions)
      // The wire lists photos before videos.
      const once = readAgain(survey)
      expect(readAgain(once)).toEqual(once)
      expect(keepIdentity(once, readAgain(once))).toBe(once)
      const photosFirst = actions.every(({ what }) => what !== 'video')
      if (photosFirst) expect(keepIdentity(survey, once)).toBe(survey)
    }),
  )
})

test('applies unsent edits to the server’s copy, and derives the same answers', () => {
  const some = fc.array(action, { maxLength: 12 })
  fc.assert(
    fc.property(some, some, some, (both, there, here) => {
      const { survey: common } = after(
        fresh,
        both.filter(({ what }) => what !== 'video'),
      )
      const server = after(
        common,
        there.filter(({ what }) => what !== 'video'),
      ).survey
      const { survey: local, edits } = after(
        common,
        here.filter(({ what }) => what !== 'video'),
      )
      const merged = mergeServerCopy(local, edits, server)
      expect(keepIdentity(merged, readAgain(merged))).toBe(merged)
      expect(mergeServerCopy(merged, edits, server)).toBe(merged)
    }),
  )
})

test('parses a template with its options, filters and defaults', () => {
  const [section] = templateWire().survey_info_section
  const [field] = section?.survey_info_section_fields ?? []
  if (!section || !field) throw new Error('no field')
  const said = {
    field_options: ['North roof', 'South ground'],
    field_option_values: ['n1', 's0'],
    field_option_columns: [{ building: 'north' }, { building: 'south' }],
    choice_filter: 'building = ${building}',
    default_value: 'n1',
    maximum_length: 20,
  }
  const fields = [{ ...field, ...said }]
  const read = templateFromWire({
    ...templateWire(),
    survey_info_section: [{ ...section, survey_info_section_fields: fields }],
  })
  expect(read.sections[0]?.fields[0]).toMatchObject({
    options: said.field_options,
    optionValues: said.field_option_values,
    optionColumns: said.field_option_columns,
    choiceFilter: said.choice_filter,
    defaultValue: 'n1',
    maxLength: 20,
  })
  expect(templateFromWire(templateWire()).sections[0]?.fields[0]).not.toHaveProperty('optionValues')
})

test('earlier answers survive a round trip and appear in form and report', () => {
  const version = (number: number, ...sections: SectionSource[]) =>
    templateFrom({
      ...{ series: '019b0000-0000-7000-8000-0000000000ab', version: number, name: 'Closets' },
      sections,
    })
  const closet = (...fields: FieldSource[]): SectionSource => ({ key: 'closet', name: 'Closet', fields })
  const idf = { key: 'idf', name: 'IDF present', type: 'yes_no' } as const
  const roof = { key: 'roof', name: 'Roof', fields: [{ key: 'hatch', name: 'Hatch', type: 'text' }] } as const
  const rack = { key: 'rack', name: 'Rack', type: 'text', media: true } as const
  const gate = { key: 'gate', name: 'Gate code', type: 'text', internal: true } as const
  const old = version(1, closet(idf, rack, gate), roof)
  const filled = open(old)
    .answer('Closet', 'IDF present', 'Yes')
    .answer('Closet', 'Rack', 'R-7')
    .photo('Closet', 'Rack', 'The rack')
    .answer('Closet', 'Gate code', '4711')
    .answer('Roof', 'Hatch', 'Stuck').survey
  const bare = version(2, closet(idf))
  const moved = moveSurvey(filled, bare)
  const { user_survey_sections, ...head } = copyOnWire(moved)
  const read = surveyFromWire(templateFromWire(templateWire(bare)), head, user_survey_sections)
  const shown = (survey: Survey, options = {}) =>
    reportOf(survey, options).sections.map(({ name, parts }) => [
      name,
      parts.map(({ heading, rows }) => [
        heading,
        rows.map(({ label, value, figures }) => [label, value, figures]),
      ]),
    ])
  expect(shown(read)).toEqual(shown(moved))
  expect(JSON.stringify(shown(read))).not.toContain('4711')
  expect(shown(read, { showInternal: true })).toEqual(shown(moved, { showInternal: true }))
  expect(JSON.stringify(shown(read, { showInternal: true }))).toContain('4711')
  expect(mediaItemsOf(copyFromWire(user_survey_sections), head.earlier_answers).size).toBe(1)
  // An equal survey keeps its identity, so that nothing renders again.
  const again = surveyFromWire(read.template, head, user_survey_sections)
  expect(keepIdentity(read, again)).toBe(read)
})

test('a field of an unknown type is parsed, kept and sent, but never filled, copied or computed', () => {
  const wire = templateWire(logicTemplate)
  const [section] = wire.survey_info_section
  const [field] = section?.survey_info_section_fields ?? []
  if (!section || !field) throw new Error('no field')
  const later = {
    ...field,
    field_type: 'hologram',
    is_mandatory: true,
    constraint: '. > 7',
    field_key: 'shape',
  }
  const template = templateFromWire({
    ...wire,
    survey_info_section: [
      { ...section, survey_info_section_fields: [later as unknown as typeof field] },
      ...wire.survey_info_section.slice(1),
    ],
  })
  const survey = newSurvey(template, given)
  const part = survey.sections[0]?.subSections[0]
  const [answer] = part?.answers ?? []
  if (!part || !answer) throw new Error('no answer')
  const words = { value: 'cube', values: ['blue', 'red'] }
  const copyOnWire = {
    ...survey,
    sections: survey.sections.map((one, place) =>
      place === 0 ? { ...one, subSections: [{ ...part, answers: [{ ...answer, ...words }] }] } : one,
    ),
  }
  const kept = readAgainBy(template, copyOnWire).sections[0]?.subSections[0]?.answers[0]
  if (!kept) throw new Error('no answer')
  expect(kept).toMatchObject(words)
  expect(asText(kept)).toBe('cube, blue, red')
  expect([isAnswerable(kept.field), isMissing(kept), kept.field.mandatory]).toEqual([false, false, false])
  expect(clean(kept.field, { value: 'sphere' }).refusal).toBe('not-readable')
  expect(reportOf(copyOnWire).sections[0]?.parts[0]?.rows[0]?.value).toBe('cube, blue, red')
})
