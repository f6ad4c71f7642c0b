import { expect, test } from 'vitest'
import { renderCost } from './render-cost.ts'
import { aFigure, aPart, aReport, aRow, aSection } from './testing/sample-report.ts'

const workWith = (label: string, value: string, caption = '') =>
  renderCost(aReport(aSection('A', aPart('B', aRow(label, value, [aFigure(1, 'photo', caption)])))))

test('labels, values and captions cost the same, and shaped letters cost more', () => {
  const none = workWith('', '')
  for (const plain of [workWith('Wände', ''), workWith('', 'Wände'), workWith('', '', 'Wände')])
    expect(plain - none).toBe(5)
  expect(workWith('', 'दीवार') - none).toBe(50)
})

test('a photo without a caption has a cost', () => {
  expect(workWith('', '')).toBeGreaterThan(renderCost(aReport(aSection('A', aPart('B', aRow('', ''))))))
})
