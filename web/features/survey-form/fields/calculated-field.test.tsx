// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { templateFrom } from '#survey/template-source.ts'
import { open } from '#survey/testing/scenario.ts'
import { forReader } from '#survey/translate.ts'
import { CalculatedField } from './calculated-field.tsx'

afterEach(cleanup)

/** Properties that a field without input does not use. */
const unanswered = {
  subSectionId: 'part',
  inputId: 'verdict',
  problemId: undefined,
  describedBy: undefined,
  onAnswer: () => undefined,
  onRefused: () => undefined,
  onLeave: () => undefined,
}

const template = templateFrom({
  ...{ series: '019b0000-0000-7000-8000-0000000000ff', version: 1, name: 'Tests' },
  ...{ language: 'en', languages: ['es'] },
  sections: [
    {
      key: 'link',
      name: 'Link',
      fields: [
        { key: 'loss', name: 'Loss', type: 'decimal' },
        {
          ...{ key: 'verdict', name: 'Verdict', type: 'calculated' },
          calculation: `if(\${loss} = '', '', if(\${loss} > 1, 'Fail', 'Pass'))`,
          options: ['Pass', { label: 'Fail', translations: { es: 'No pasa' } }],
        },
      ],
    },
  ],
})

test.each([
  ['en', 'Fail'],
  ['es', 'No pasa'],
])('the form shows a calculated word in the reader’s language: %s', (language, word) => {
  const { answer } = open(forReader(template, [language]))
    .answer('Link', 'Loss', '2')
    .find('Link', 'Verdict')
  render(<CalculatedField answer={answer} {...unanswered} />)
  expect(screen.getByRole('status').textContent).toBe(word)
})
