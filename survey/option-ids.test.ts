import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { plainOption } from './builder/form-options.ts'
import type { FormOption } from './builder/form-place.ts'
import { sourceOf } from './document-to-source.ts'
import { asText } from './fields/registry.ts'
import { formFaults } from './form-faults.ts'
import { moveSurvey } from './move/move.ts'
import { idsOf, optionIds, withOptionIds } from './option-ids.ts'
import { unavailableChoices } from './options.ts'
import type { Answer, Survey } from './survey.ts'
import { templateFrom } from './template-source.ts'
import { documentOf } from './template-to-document.ts'
import { open } from './testing/scenario.ts'
import { readXlsform } from './xlsform/read-xlsform.ts'
import { writeXlsform } from './xlsform/write-xlsform.ts'

const series = '019b0000-0000-7000-8000-0000000000ab'

/** A form with a choice, a checkbox, a condition and a calculation on them, and a default. */
function formWith(options: readonly FormOption[], more: object = {}): FormDocument {
  return {
    schema: 'fieldbook-form/1',
    name: 'Cabling',
    sections: [
      {
        key: 'riser',
        name: 'Riser',
        fields: [
          { key: 'cable', name: 'Cable', type: 'select', options: [...options], ...more },
          { key: 'all', name: 'All cables', type: 'checkbox', options: [...options] },
          { key: 'pairs', name: 'Pairs', type: 'numeric', showIf: "${cable} = 'Coper'" },
          {
            key: 'said',
            name: 'Said',
            type: 'calculated',
            calculation: "jr:choice-name(${cable}, '${cable}')",
          },
        ],
      },
    ],
  }
}

const version = (form: FormDocument, number: number) => templateFrom(sourceOf(form, series, number))

function answerIn(survey: Survey, name: string): Answer {
  const found = survey.sections[0]?.subSections[0]?.answers.find(({ field }) => field.name === name)
  if (!found) throw new Error(`no '${name}'`)
  return found
}

const first = formWith(['Coper', 'Fiber'], { default: 'Coper' })
const corrected = [{ label: 'Copper', id: 'Coper' }, 'Fiber'] as const

describe('an option with a corrected label', () => {
  const second = formWith(corrected, { default: 'Coper' })

  test('keeps its answers, conditions, labels in calculations and defaults', () => {
    const play = open(version(first, 1))
      .answer('Riser', 'Cable', 'Coper')
      .answer('Riser', 'All cables', 'Coper', 'Fiber')
      .answer('Riser', 'Pairs', '25')
    const moved = moveSurvey(play.survey, version(second, 2))
    expect(asText(answerIn(moved, 'Cable'))).toBe('Copper')
    expect(asText(answerIn(moved, 'All cables'))).toBe('Copper, Fiber')
    expect(unavailableChoices(answerIn(moved, 'Cable'))).toEqual([])
    expect(answerIn(moved, 'Pairs').hidden).toBeFalsy()
    expect(answerIn(moved, 'Said').value).toBe('Copper')
    expect(moved.earlierAnswers).toBeUndefined()
    // Answers from devices with either version need no conversion.
    expect(answerIn(moved, 'Cable').value).toBe(answerIn(play.survey, 'Cable').value)
    expect(moveSurvey(moved, version(first, 1))).toEqual(play.survey)
    expect(asText(answerIn(open(version(second, 2)).survey, 'Cable'))).toBe('Copper')
  })

  test('is accepted by its new and its old label', () => {
    const play = open(version(second, 2))
    for (const text of ['Copper', 'Coper'])
      expect(answerIn(play.answer('Riser', 'Cable', text).survey, 'Cable').value).toBe('Coper')
    play.answer('Riser', 'All cables', 'Fiber', 'Copper')
    expect(answerIn(play.survey, 'All cables').values).toEqual(['Coper', 'Fiber'])
  })

  test('survives JSON and XLSForm', () => {
    expect(documentOf(version(second, 2))).toEqual(second)
    expect(readXlsform(writeXlsform(second))).toMatchObject({ kind: 'form', form: second })
    expect(formFaults(second)).toEqual([])
  })
})

describe('option ids of a published draft', () => {
  const optionsOf = (form: FormDocument) => form.sections[0]?.fields[0]?.options
  const published = (draft: readonly FormOption[], before: readonly FormOption[]) =>
    optionsOf(withOptionIds(formWith(draft), formWith(before)))

  test.each<[string, readonly FormOption[], readonly FormOption[], readonly FormOption[]]>([
    ['nothing changed', ['Coper', 'Fiber'], ['Coper', 'Fiber'], ['Coper', 'Fiber']],
    [
      'an XLSForm name with a new label',
      [{ label: 'Copper wire', value: 'cu' }],
      [{ label: 'Copper', value: 'cu' }],
      [{ label: 'Copper wire', id: 'Copper', value: 'cu' }],
    ],
    [
      'a value that was the label',
      [{ label: 'Copper', value: 'cu' }],
      ['cu'],
      [{ label: 'Copper', id: 'cu', value: 'cu' }],
    ],
    [
      'an earlier correction entered again without its id',
      ['Copper'],
      [{ label: 'Copper', id: 'Coper' }],
      [{ label: 'Copper', id: 'Coper' }],
    ],
    ['a correction reverted', ['Coper'], [{ label: 'Copper', id: 'Coper' }], ['Coper']],
    [
      'a new option with the former label of another one',
      [{ label: 'Copper', id: 'Coper' }, 'Coper'],
      ['Coper'],
      [
        { label: 'Copper', id: 'Coper' },
        { label: 'Coper', id: 'Coper (2)' },
      ],
    ],
    [
      'two swapped labels swapped back',
      [
        { label: 'Coper', id: 'Coper' },
        { label: 'Fiber', id: 'Fiber' },
      ],
      [
        { label: 'Fiber', id: 'Coper' },
        { label: 'Coper', id: 'Fiber' },
      ],
      ['Coper', 'Fiber'],
    ],
    [
      'two swapped labels',
      [
        { label: 'Fiber', id: 'Coper' },
        { label: 'Coper', id: 'Fiber' },
      ],
      ['Coper', 'Fiber'],
      [
        { label: 'Fiber', id: 'Coper' },
        { label: 'Coper', id: 'Fiber' },
      ],
    ],
  ])('%s', (_, draft, before, expected) => {
    expect(published(draft, before)).toEqual(expected)
    expect(published(expected, expected)).toEqual(expected)
  })

  test('keep a shared list shared, also with a new field', () => {
    const list = (options: readonly FormOption[]) => ({ list: 'Cables', options: [...options] })
    const draft = formWith(
      [{ label: 'Copper wire', value: 'cu' }],
      list([{ label: 'Copper wire', value: 'cu' }]),
    )
    const [section] = draft.sections
    const fresh = {
      key: 'new',
      name: 'New',
      type: 'radio',
      ...list([{ label: 'Copper wire', value: 'cu' }]),
    } as const
    const both = {
      ...draft,
      sections: [{ ...section, key: 'riser', name: 'Riser', fields: [...(section?.fields ?? []), fresh] }],
    }
    const made = withOptionIds(
      both,
      formWith([{ label: 'Copper', value: 'cu' }], list([{ label: 'Copper', value: 'cu' }])),
    )
    const shared = made.sections[0]?.fields
      .filter(({ list: name }) => name === 'Cables')
      .map(({ options }) => options)
    expect(shared).toEqual([
      [{ label: 'Copper wire', id: 'Copper', value: 'cu' }],
      [{ label: 'Copper wire', id: 'Copper', value: 'cu' }],
    ])
  })

  test('report duplicate labels', () => {
    expect(optionIds([{ label: 'A' }, { label: 'A' }])).toEqual(['A', 'A'])
    expect(formFaults(formWith(['Coper', 'Coper'])).map(({ property }) => property)).toContain('options')
    const twice = formWith([
      { label: 'A', id: 'x' },
      { label: 'B', id: 'x' },
    ])
    expect(formFaults(twice).map(({ property }) => property)).toContain('options')
  })
})

type Change =
  | { readonly kind: 'rename'; readonly at: number; readonly label: string }
  | { readonly kind: 'swap'; readonly at: number; readonly with: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: number }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'add'; readonly label: string }

const label = fc.constantFrom('Copper', 'Coper', 'Fiber', 'Coax', 'Cat 6', 'Cat 6A', 'None')
const place = fc.nat(5)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const), at: place, label }),
  fc.record({ kind: fc.constant('swap' as const), at: place, with: place }),
  fc.record({ kind: fc.constant('move' as const), at: place, to: place }),
  fc.record({ kind: fc.constant('remove' as const), at: place }),
  fc.record({ kind: fc.constant('add' as const), label }),
)

/** An option as its author thinks of it: `who` identifies it through all renames. */
interface Known {
  readonly who: number
  readonly label: string
  readonly id: string | undefined
}

/** Like the builder: correcting a label keeps the id of a published option. */
function edited(
  options: readonly Known[],
  one: Change,
  published: ReadonlySet<string>,
  who: number,
): readonly Known[] {
  const named = (given: string) => options.some((option) => option.label === given)
  if (one.kind === 'add')
    return named(one.label) ? options : [...options, { who, label: one.label, id: undefined }]
  const option = options[one.at]
  if (!option) return options
  const ids = optionIds(options)
  const relabeled = (known: Known, text: string): Known => {
    const id = ids[options.indexOf(known)] ?? ''
    return { ...known, label: text, id: published.has(id) ? id : known.id }
  }
  switch (one.kind) {
    case 'rename':
      return named(one.label) ? options : options.with(one.at, relabeled(option, one.label))
    case 'swap': {
      const other = options[one.with]
      if (!other || other === option) return options
      return options
        .with(one.at, relabeled(option, other.label))
        .with(one.with, relabeled(other, option.label))
    }
    case 'move':
      return options.toSpliced(one.at, 1).toSpliced(one.to, 0, option)
    case 'remove':
      return options.length > 1 ? options.toSpliced(one.at, 1) : options
  }
}

test('keeps an answer on its option through renames, reorders, removals and back', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 6 }), { minLength: 1, maxLength: 4 }), (versions) => {
      let known: readonly Known[] = ['Copper', 'Fiber', 'Coax'].map((text, who) => ({
        who,
        label: text,
        id: undefined,
      }))
      const toForm = (options: readonly Known[]) =>
        formWith(
          options.map(({ label: text, id }) => plainOption({ label: text, ...(id !== undefined && { id }) })),
        )
      let form = toForm(known)
      let next = 3
      const surveys = new Map(
        known.map(({ who, label: text }) => [
          who,
          open(version(form, 1)).answer('Riser', 'Cable', text).survey,
        ]),
      )
      for (const [index, changes] of versions.entries()) {
        const published = new Set(idsOf(form.sections[0]?.fields[0]?.options ?? []))
        const before = known
        for (const one of changes) known = edited(known, one, published, next++)
        const draft = withOptionIds(toForm(known), form)
        expect(formFaults(draft).filter(({ property }) => property === 'options')).toEqual([])
        const options = draft.sections[0]?.fields[0]?.options ?? []
        const ids = idsOf(options)
        expect(new Set(ids).size).toBe(ids.length)
        const template = version(draft, index + 2)
        for (const [who, survey] of surveys) {
          const moved = moveSurvey(survey, template)
          const now = known.find((one) => one.who === who)
          const answer = answerIn(moved, 'Cable')
          // A removed option may return under its label as the same option.
          if (now) expect(asText(answer)).toBe(now.label)
          else if (!known.some((one) => !before.some((old) => old.who === one.who)))
            expect(unavailableChoices(answer)).toEqual([answer.value])
          expect(answerIn(moveSurvey(moved, survey.template), 'Cable')).toEqual(answerIn(survey, 'Cable'))
          if (now) surveys.set(who, moved)
          else surveys.delete(who)
        }
        // New options of this version get answers from now on.
        known = known.map((one, at) => ({ ...one, id: ids[at] }))
        for (const { who, label: text } of known)
          if (!surveys.has(who))
            surveys.set(
              who,
              open(template).answer('Riser', 'Cable', ids[known.findIndex((one) => one.label === text)] ?? '')
                .survey,
            )
        form = draft
      }
    }),
    { numRuns: 300 },
  )
})
