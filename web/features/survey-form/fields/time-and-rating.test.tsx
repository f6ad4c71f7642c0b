import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FieldType } from '#contract/templates/field-types.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { emptyAnswer } from '#survey/survey.ts'
import { plainField } from '#survey/template.ts'
import { speakSpanish } from '#web/testing/speak-spanish.ts'
import { ClearButton } from './clear-button.tsx'
import type { FieldViewProps } from './field-view.ts'
import { RatingField } from './rating-field.tsx'
import { viewOf } from './registry.ts'

/** @alone: changes the language. */

interface Shown {
  readonly value?: string
  readonly mandatory?: boolean
  readonly problem?: boolean
}

function propsOf(type: FieldType, { value = '', mandatory = false, problem = false }: Shown) {
  const given: AnswerValue[] = []
  const props: FieldViewProps = {
    answer: {
      ...emptyAnswer('part', { ...plainField, id: 'field', name: 'Opening hours', type, mandatory }),
      value,
    },
    subSectionId: 'part',
    inputId: 'field-input',
    problemId: problem ? 'field-problem' : undefined,
    describedBy: problem ? 'field-hint field-problem' : undefined,
    onAnswer: (one) => given.push(one),
    onRefused: () => undefined,
    onLeave: () => undefined,
  }
  return { given, props }
}

function markupOf(type: FieldType, shown: Shown = {}): string {
  const { View } = viewOf({ type })
  return View ? renderToStaticMarkup(<View {...propsOf(type, shown).props} />) : ''
}

/** All elements of a type in the output of a stateless component. */
function elementsIn(node: ReactNode, kind: string): ReactElement<Record<string, unknown>>[] {
  if (Array.isArray(node)) return node.flatMap((one) => elementsIn(one, kind))
  if (!isValidElement<Record<string, unknown>>(node)) return []
  const inside = elementsIn(node.props.children as ReactNode, kind)
  return node.type === kind ? [node, ...inside] : inside
}

function press(element: ReactElement<Record<string, unknown>> | undefined, event: string): void {
  const handler = element?.props[event]
  if (typeof handler !== 'function') throw new Error(`No handler for ${event}`)
  handler()
}

test('renders a time as the browser’s input with its problem and a button for the current time', () => {
  const markup = markupOf('time', { value: '18:30', mandatory: true, problem: true })
  expect(markup).toMatch(/<input id="field-input"[^>]* type="time"/)
  expect(markup).toContain('value="18:30"')
  expect(markup).toContain('aria-required="true"')
  expect(markup).toContain('aria-invalid="true"')
  expect(markup).toContain('aria-describedby="field-hint field-problem"')
  expect(markup).toContain('aria-label="Now: Opening hours"')
  speakSpanish()
  expect(markupOf('time')).toContain('aria-label="Ahora: Opening hours"')
})

test('renders a rating as five radio buttons with one name and checks the chosen one', () => {
  expect(viewOf({ type: 'rating' }).group).toBe(true)
  const inputs = elementsIn(RatingField(propsOf('rating', { value: '4', problem: true }).props), 'input')
  expect(inputs.map(({ props }) => props['aria-label'])).toEqual([
    '1 of 5',
    '2 of 5',
    '3 of 5',
    '4 of 5',
    '5 of 5',
  ])
  expect(inputs.map(({ props }) => props.checked)).toEqual([false, false, false, true, false])
  expect(new Set(inputs.map(({ props }) => `${props.type} ${props.name} ${props['aria-invalid']}`))).toEqual(
    new Set(['radio field-input true']),
  )
  expect(inputs.map(({ props }) => props.id)).toEqual(['field-input', ...Array(4).fill(undefined)])
  speakSpanish()
  expect(markupOf('rating')).toContain('aria-label="5 de 5"')
})

test('rates on press, and clears only an optional rating', () => {
  const { given, props } = propsOf('rating', { value: '2' })
  const drawn = RatingField(props)
  press(elementsIn(drawn, 'input')[4], 'onChange')
  press(elementsIn(ClearButton(props), 'button')[0], 'onClick')
  expect(given).toEqual([
    { value: '5', values: [] },
    { value: '', values: [] },
  ])
  for (const shown of [{}, { value: '2', mandatory: true }])
    expect(markupOf('rating', shown)).not.toContain('<button')
})
