import { expect, test } from 'vitest'
import { importSheets, surveySheet as survey } from '../testing/import-sheets.ts'
import { readXlsform } from './read-xlsform.ts'
import { writeXlsform } from './write-xlsform.ts'

test('normalizes characters from a word processor with a note', () => {
  const { form, named, noted, faults } = importSheets({
    survey: survey(`
      | select_one branch | branch | Branch? | | | | | | |
      | text | other | Which other branch? | selected(\${branch}, ‘o’) | | | | | |
      | text | hq | Room | \${branch}\u00a0= “h” | | | | | |
      | integer | n | How many? | | . != ‘0’ and . ≤ 5 | | | | |
      | calculate | c | | | | if(../branch = ‘h’, “Head”, “Other”) | | | |`),
    choices: '| list_name | name | label |\n| branch | h | Head office |\n| branch | o | Other ‘branch’ |',
  })
  expect(faults).toEqual([])
  expect(named('other')?.showIf).toBe("selected(${branch}, 'o')")
  expect(named('hq')?.showIf).toBe('${branch} = "h"')
  expect(named('n')?.constraint).toBe(". != '0' and . <= 5")
  expect(named('c')?.calculation).toBe('if(${branch} = \'h\', "Head", "Other")')
  expect(named('branch')?.options).toContainEqual({ label: 'Other ‘branch’', value: 'o' })
  expect(noted.map(([, row, column, level]) => [row, column, level])).toEqual([
    [3, 'relevant', 'info'],
    [4, 'relevant', 'info'],
    [5, 'constraint', 'info'],
    [6, 'calculation', 'info'],
  ])
  expect(JSON.stringify(writeXlsform(form)[0])).not.toMatch(/\u00a0|‘0’/)
})

test('names an invisible character by its code point in a note', () => {
  const { noted } = importSheets({ survey: survey('| text | a | A | ${b\ue000} = 1 | | | | | |') })
  expect(noted.map(([, , , , message]) => message).join()).toContain('U+E000')
  expect(JSON.stringify(noted)).not.toContain('\ue000')
})

test('does not import column names of another file as choices', () => {
  const { named, noted } = importSheets({
    survey: survey(`
      | select_one fruits | fr | Fruit | | | | | | minimal search('fruits') |
      | select_one mixed | mix | Mixed | | | | | | search('fruits') |`),
    choices: `| list_name | name | label |
      | fruits | name_key | label |
      | mixed | name_key | label |
      | mixed | 99 | None of them |`,
  })
  expect(named('fr')).toEqual({ key: 'fr', name: 'Fruit', type: 'text' })
  expect(named('mix')).toMatchObject({ type: 'select', options: [{ label: 'None of them', value: '99' }] })
  expect(noted.filter(([, , column, level]) => column === 'appearance' && level === 'warning')).toHaveLength(
    2,
  )
})

test('hides a field whose calculation cannot be imported', () => {
  const { named, noted, faults } = importSheets({
    survey: survey(`
      | text | a | A | | | | | | |
      | calculate | c | | | | pulldata('x', 'y', 'z', \${a}) | | yes | |
      | calculate | d | | | | \${c} + 1 | | | |`),
  })
  expect(faults).toEqual([])
  expect(named('c')).toMatchObject({ type: 'text', showIf: 'false()' })
  expect(named('c')?.mandatory).toBeUndefined()
  expect(named('d')).toMatchObject({ type: 'calculated', calculation: '${c} + 1' })
  expect(noted.filter(([, row]) => row === 3).map(([, , column, level]) => [column, level])).toEqual([
    ['calculation', 'warning'],
    ['calculation', 'info'],
  ])
})

test('round-trips labels with answers, conditional required and dynamic defaults', () => {
  const { form, named, noted, faults } = importSheets({
    survey: survey(`
      | text | owner name | Owner | | | | | | |
      | text | room | Room of \${owner name} | | | | \${owner name} | | |
      | date | seen | **Seen** on, not \${nothing} | | | | today() | \${room} != '' | |
      | text | literal | What | | | | now or never | | |`),
  })
  expect(faults).toEqual([])
  expect(named('room')).toMatchObject({ name: 'Room of ${owner_name}', defaultExpression: '${owner_name}' })
  expect(named('seen')).toMatchObject({
    name: '**Seen** on, not \\${nothing}',
    defaultExpression: 'today()',
    requiredIf: "${room} != ''",
  })
  expect(named('seen')?.mandatory).toBeUndefined()
  expect(named('literal')).toMatchObject({ default: 'now or never' })
  expect(
    noted.filter(([, , , level]) => level === 'warning').map(([, row, column]) => [row, column]),
  ).toEqual([[4, 'label']])
  const again = readXlsform(writeXlsform(form))
  expect(again.kind === 'form' && again.form.sections).toEqual(form.sections)
})

test('keeps formatting in labels and removes it from section names and choices', () => {
  const { form, named } = importSheets({
    survey: survey(`
      | begin_group | g | <b>Page</b> of \${who} | | | | | | |
      | text | who | Name &amp; <i>address</i> | | | | | | |
      | select_one c | c | **Condition** | | | | | | |
      | end_group | | | | | | | | |`),
    choices: '| list_name | name | label |\n| c | good | <font color="green">Good</font> |',
  })
  expect(form.sections[0]?.name).toBe('Page of')
  expect(named('who')?.name).toBe('Name &amp; <i>address</i>')
  expect(named('c')?.options).toEqual([{ label: 'Good', value: 'good' }])
})
