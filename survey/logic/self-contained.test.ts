import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mandatoryShare, partShare } from '../progress.ts'
import { emptySubSection, newSurvey, type SubSection, type Survey } from '../survey.ts'
import type { Template } from '../template.ts'
import type { FieldSource } from '../template-source.ts'
import { closetsTemplate, logicTemplate } from '../testing/sample-logic.ts'
import { derived } from './derive.ts'
import { hideInPart, isSelfContained } from './self-contained.ts'
import { logicOf } from './template-logic.ts'

const contained = (template: Template) =>
  template.sections.map((section) => isSelfContained(template, section))

test('treats closets as self-contained if only their own answers hide fields', () => {
  expect(contained(closetsTemplate())).toEqual([true, true])
  expect(contained(logicTemplate)).toEqual([false, false])
})

const sum: FieldSource = { key: 'sum', name: 'Sum', type: 'calculated', calculation: 'sum(${area})' }

test('ignores a sum over closets that no condition reads', () => {
  const template = closetsTemplate({ site: [sum] })
  expect(contained(template)).toEqual([true, true])
  const total = template.sections[0]?.fields.find(({ name }) => name === 'Sum')
  expect(logicOf(template).mayHide.has(total?.id ?? '')).toBe(false)
})

test.each([
  [
    'their sum hides a field of the site',
    { site: [sum, { key: 'big', name: 'Big', type: 'text', showIf: '${sum} > 300' } as const] },
  ],
  [
    'their number hides a field of the site',
    { site: [{ key: 'many', name: 'Many', type: 'text', showIf: 'count(${closet}) > 2' } as const] },
  ],
  [
    'an answer of the site hides a field in each',
    { closet: [{ key: 'more', name: 'More', type: 'text', showIf: "${name} = 'Hill House'" } as const] },
  ],
])('treats no section as self-contained if %s', (_, more) => {
  expect(contained(closetsTemplate(more))).toEqual([false, false])
})

test.each(['indexed-repeat(${length}, ${closet}, 1) > 10', 'position(..) = 1', "today() > '2026-01-01'"])(
  'does not treat closets as self-contained if a field depends on %s',
  (showIf) => {
    const closet = [{ key: 'more', name: 'More', type: 'text', showIf } as const]
    expect(contained(closetsTemplate({ closet }))).toEqual([true, false])
  },
)

const given = fc.tuple(
  fc.constantFrom('', 'Yes', 'No'),
  fc.constantFrom('', 'A'),
  fc.constantFrom('', '7', '60'),
  fc.constant(''),
  fc.constantFrom('', 'A', 'B'),
  fc.constantFrom('', 'A'),
)

test('hides the same answers in a closet alone as in its survey, with the same progress', () => {
  const template = closetsTemplate({ site: [sum] })
  fc.assert(
    fc.property(fc.array(given, { minLength: 1, maxLength: 5 }), (all) => {
      expectSame(template, filled(template, all))
    }),
    { numRuns: 200 },
  )
})

/** Returns a survey with these values in its closets and nothing marked as hidden yet. */
function filled(template: Template, closets: readonly (readonly string[])[]): Survey {
  const survey = newSurvey(template, {
    id: 's',
    name: '',
    owner: '',
    createdBy: '',
    at: '2026-01-01T00:00:00Z',
  })
  const sections = survey.sections.map((section, index) => {
    if (index === 0) return section
    const subSections = closets.map((values, place): SubSection => {
      const empty = emptySubSection(`closet ${place}`, section.definition)
      const answers = empty.answers.map((answer, at) => ({ ...answer, value: values[at] ?? '' }))
      return { ...empty, answers }
    })
    return { ...section, subSections }
  })
  return { ...survey, sections }
}

function expectSame(template: Template, survey: Survey): void {
  const whole = derived(survey)
  const [site, closets] = whole.sections
  const raw = survey.sections[1]?.subSections ?? []
  const alone = raw.flatMap((part) => (closets ? hideInPart(template, closets.definition, part) : []))
  const hidden = (parts: readonly SubSection[]) =>
    parts.map(({ answers }) => answers.map((answer) => answer.hidden ?? false))
  expect(hidden(alone)).toEqual(hidden(closets?.subSections ?? []))
  const shares = [...(site?.subSections ?? []), ...alone].map((part) => partShare(template, part))
  expect({
    filled: shares.reduce((all, share) => all + share.filled, 0),
    total: shares.reduce((all, share) => all + share.total, 0),
  }).toEqual(mandatoryShare(whole))
}
