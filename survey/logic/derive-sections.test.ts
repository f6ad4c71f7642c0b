import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSurvey } from '../build-survey.ts'
import { forGuests } from '../for-guests.ts'
import { keepIdentity } from '../keep-identity.ts'
import { moveSurvey } from '../move/move.ts'
import { nextSection, previousSection } from '../navigation.ts'
import { pinnable } from '../plans.ts'
import { sectionProgress } from '../progress.ts'
import { reportOf } from '../report.ts'
import { searchFields } from '../search.ts'
import { jumpTargets, searchSections } from '../search-sections.ts'
import { type Survey, shownSections } from '../survey.ts'
import { rowsOf } from '../survey-rows.ts'
import { draftOf, templateFrom } from '../template-source.ts'
import { sectionsSource, sectionsTemplate } from '../testing/sample-sections.ts'
import { open, type Scenario } from '../testing/scenario.ts'
import { uncheckedIn } from '../unchecked-copies.ts'
import { checkLogic } from './check.ts'
import { derived } from './derive.ts'

const names = ({ survey }: Scenario) => shownSections(survey).map(({ definition }) => definition.name)

test('shows a section while its condition is true and restores its answers and sub-sections', () => {
  const play = open(sectionsTemplate)
  expect(names(play)).toEqual(['Site'])
  play.answer('Site', 'Roof access', 'Yes').answer('Roof', 'Covering', 'Slate').addAnyway('Roof')
  play.answer('Roof 2', 'Covering', 'Tin').answer('Site', 'Roof access', 'No')
  expect(names(play)).toEqual(['Site'])
  play.answer('Site', 'Roof access', 'Yes').expectAnswer('Roof 1', 'Covering', 'Slate')
  play.expectAnswer('Roof 2', 'Covering', 'Tin').expectShown('Roof 2', 'Covering')
})

test('ignores a hidden section in counts, progress and submitting', () => {
  const play = open(sectionsTemplate).answer('Site', 'Roof access', 'No').expectMissing()
  play.expectProgress('100% completed')
  play.answer('Site', 'Roof access', 'Yes').expectMissing('Roof: Covering').expectProgress('50% completed')
  play.answer('Roof', 'Covering', 'Slate').answer('Site', 'Roof access', 'No').submit()
  expect(sectionProgress(play.section('Roof'))).toEqual({ filled: 0, total: 0, missing: 0 })
})

test('skips hidden sections with Next and Back, also from a hidden section', () => {
  const play = open(sectionsTemplate).answer('Site', 'Roof access', 'No').answer('Site', 'Closing', 'Yes')
  const [site, roof, , end] = play.survey.sections
  expect(nextSection(play.survey, site?.id ?? '')).toBe(end)
  expect(previousSection(play.survey, end?.id ?? '')).toBe(site)
  expect(nextSection(play.survey, roof?.id ?? '')).toBe(end)
  expect(previousSection(play.survey, roof?.id ?? '')).toBe(site)
})

test('leaves a hidden section out of search, the section list, plans, the report and guests', () => {
  const play = open(sectionsTemplate).answer('Site', 'Roof access', 'Yes').addAnyway('Roof')
  play.answer('Roof 1', 'Covering', 'Slate').photo('Roof 1', 'Covering').answer('Roof 2', 'Covering', 'Tin')
  const plan = { id: '019b0000-0000-7000-8000-0000000000aa', name: 'Ground floor', pins: [] }
  const said = ({ survey }: Scenario) =>
    [
      searchFields(survey, 'tin').total,
      searchSections(survey, 'roof').length,
      jumpTargets(survey, 'roof').length,
      pinnable(survey, plan).filter(({ section }) => section.definition.name === 'Roof').length,
      reportOf(survey).sections.filter(({ name }) => name === 'Roof').length,
      reportOf(survey).photoCount,
      reportOf(survey, { forGuests: true }).sections.filter(({ name }) => name === 'Roof').length,
      forGuests(survey).sections.filter(({ definition }) => definition.name === 'Roof').length,
    ].join(' ')
  expect(said(play)).toBe('1 3 4 2 1 1 1 1')
  play.answer('Site', 'Roof access', 'No')
  expect(said(play)).toBe('0 0 0 0 0 0 0 0')
  expect(JSON.stringify(reportOf(play.survey, { hideEmpty: false }))).not.toContain('Slate')
  expect(uncheckedIn(play.survey)).toEqual([])
})

test('reads a hidden section as empty with zero sub-sections', () => {
  const play = open(sectionsTemplate).answer('Site', 'Roof access', 'Yes').addAnyway('Roof')
  play.answer('Roof 1', 'Covering', 'Slate').expectCalculated('Site', 'Roofs', '2')
  play.expectCalculated('Site', 'First roof', 'Slate')
  expect(names(play)).toContain('Roof works')
  play.answer('Site', 'Roof access', 'No')
  play.expectCalculated('Site', 'Roofs', '0').expectCalculated('Site', 'First roof', '')
  expect(names(play)).not.toContain('Roof works')
})

test('hides a section from guests if its condition reads internal answers', () => {
  const internal = {
    ...sectionsSource,
    sections: sectionsSource.sections.map((section) => ({
      ...section,
      fields: section.fields.map((field) => (field.key === 'access' ? { ...field, internal: true } : field)),
    })),
  }
  const play = open(templateFrom(internal)).answer('Site', 'Roof access', 'Yes')
  play.answer('Roof', 'Covering', 'Slate').answer('Site', 'Closing', 'Yes')
  expect(forGuests(play.survey).sections.map(({ definition }) => definition.name)).toEqual(['Site', 'End'])
})

test('keeps all answers when a move to another version hides their section', () => {
  const plain = {
    ...sectionsSource,
    sections: sectionsSource.sections.map(({ showIf: _, ...section }) => section),
  }
  const play = open(templateFrom(plain)).answer('Roof', 'Covering', 'Slate')
  const moved = moveSurvey(play.survey, templateFrom({ ...sectionsSource, version: 2 }))
  expect(shownSections(moved).map(({ definition }) => definition.name)).toEqual(['Site'])
  const back = moveSurvey(moved, templateFrom({ ...plain, version: 3 }))
  expect(back.sections.map(({ hidden }) => hidden ?? false)).toEqual([false, false, false, false])
  expect(back.sections[1]?.subSections[0]?.answers[0]?.value).toBe('Slate')
  expect(moved.earlierAnswers ?? []).toEqual([])
})

test('reports unknown keys, cycles through one or two sections and conditions that differ by sub-section', () => {
  const faults = (roof: string, end = "${closing} = 'Yes'") => {
    const conditions: Readonly<Record<string, string>> = { roof, end }
    const sections = sectionsSource.sections.map((section) =>
      conditions[section.key] === undefined ? section : { ...section, showIf: conditions[section.key] ?? '' },
    )
    return checkLogic(draftOf({ ...sectionsSource, sections })).map(
      ({ code, fieldId, purpose }) => `${code} ${fieldId === null ? 'section' : 'field'} ${purpose}`,
    )
  }
  expect(faults("${access} = 'Yes'")).toEqual([])
  expect(faults("${nothing} = 'Yes'")).toEqual(['unknownKey section showIf'])
  expect(faults("${covering} = 'Slate'")).toEqual(['sectionCycle section showIf'])
  expect(faults('count(${roof}) > 1')).toEqual(['sectionCycle section showIf'])
  expect(faults("${done} = 'Yes'", "${covering} = 'Slate'")).toEqual([
    'sectionCycle section showIf',
    'sectionCycle section showIf',
  ])
  expect(faults('position(..) = 1')).toEqual(['placeOutside section showIf'])
  expect(faults(". = 'x'")).toEqual(['selfOutside section showIf'])
  expect(faults('((')).toEqual([expect.stringMatching(/ section showIf$/)])
})

test('hides nothing for a faulty condition', () => {
  for (const showIf of ["${covering} = 'x'", 'position(..) = 2', 'now() = 1', '((', 'random() > 2']) {
    const sections = sectionsSource.sections.map((section) =>
      section.key === 'roof' ? { ...section, showIf } : section,
    )
    expect(names(open(draftOf({ ...sectionsSource, sections })))).toContain('Roof')
  }
})

type Move = (play: Scenario) => Scenario

const place = (where: string, field: string, ...values: readonly string[]) =>
  fc.constantFrom(...values).map((value) => ({ id: `${where}/${field}`, where, field, value }))
const answers = fc.oneof(
  place('Site', 'Roof access', '', 'Yes', 'No'),
  place('Site', 'Closing', '', 'Yes', 'No'),
  place('Roof 1', 'Covering', '', 'Slate', 'Tin'),
  place('Roof 2', 'Covering', '', 'Slate'),
  place('Roof works', 'Crane', '', 'Yes'),
)
const give =
  ({ where, field, value }: { where: string; field: string; value: string }): Move =>
  (play) =>
    play.answer(where, field, value)
const structure: fc.Arbitrary<Move> = fc.constantFrom(
  (play: Scenario) => (play.section('Roof').subSections.length < 4 ? play.addAnyway('Roof') : play),
  (play: Scenario) => (play.section('Roof').subSections.length > 2 ? play.remove('Roof 2') : play),
)

test('derives the same survey after any edit as a full evaluation', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(answers.map(give), structure), { maxLength: 14 }), (moves) => {
      const play = open(sectionsTemplate).addAnyway('Roof')
      for (const move of moves) {
        move(play)
        const anew = derived(bare(play.survey))
        expect(stateOf(play.survey)).toEqual(stateOf(anew))
        expect(keepIdentity(play.survey, anew)).toBe(play.survey)
        for (const { hidden, subSections } of play.survey.sections)
          if (hidden) expect(subSections.every((part) => part.answers.every((one) => one.hidden))).toBe(true)
      }
      const read = buildSurvey(play.survey.template, play.survey, rowsOf(play.survey))
      expect(stateOf(read)).toEqual(stateOf(play.survey))
    }),
  )
})

test('derives the same survey for any order of answers and keeps hidden values', () => {
  fc.assert(
    fc.property(fc.uniqueArray(answers, { selector: ({ id }) => id }), (all) => {
      const begin = () => open(sectionsTemplate).addAnyway('Roof')
      const forth = all.reduce((play, one) => give(one)(play), begin())
      const back = all.toReversed().reduce((play, one) => give(one)(play), begin())
      expect(stateOf(forth.survey)).toEqual(stateOf(back.survey))
      for (const { where, field, value } of all) expect(forth.find(where, field).answer.value).toBe(value)
    }),
  )
})

test('derives the same visibility for any order of sections', () => {
  const permuted = fc.shuffledSubarray([...sectionsSource.sections], { minLength: 4 })
  fc.assert(
    fc.property(permuted, fc.array(answers, { maxLength: 8 }), (sections, all) => {
      const state = (template: typeof sectionsTemplate) => {
        const play = all.reduce((one, answer) => give(answer)(one), open(template).addAnyway('Roof'))
        return play.survey.sections
          .map(({ definition, hidden }) => `${definition.key} ${hidden ?? false}`)
          .toSorted()
      }
      expect(state(templateFrom({ ...sectionsSource, sections }))).toEqual(state(sectionsTemplate))
    }),
  )
})

function stateOf({ sections }: Survey) {
  return sections.map(({ definition, hidden = false, subSections }) => ({
    name: definition.name,
    hidden,
    parts: subSections.map((part) =>
      part.answers.map((answer) => `${answer.value} ${answer.hidden ?? false}`).join(', '),
    ),
  }))
}

/** Removes all derived visibility. */
function bare(survey: Survey): Survey {
  const sections = survey.sections.map(({ hidden: _, ...section }) => ({
    ...section,
    subSections: section.subSections.map((part) => ({
      ...part,
      answers: part.answers.map(({ hidden: _hidden, ...answer }) => answer),
    })),
  }))
  return { ...survey, sections }
}
