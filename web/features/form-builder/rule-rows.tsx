import { ActionIcon, Button, Group, NativeSelect, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { limits } from '#contract/limits.ts'
import type { Row, Rows, Test } from '#survey/builder/condition-rows.ts'
import type { Place } from '#survey/builder/place.ts'
import { say } from '#web/lib/say.ts'
import { useBuilder, useBuilderState } from './builder.ts'
import classes from './options-editor.module.css'
import { firstRow, lookedAt, testsOf, valuesOf, withSubject, withTest } from './rule-subjects.ts'

interface Props {
  readonly rows: Rows
  readonly at: Place
  readonly own: boolean
  readonly onChange: (rows: Rows) => void
}

/** Conditions that hold together, or one of which has to, and groups of such among them. */
export function RuleRows({ rows, at, own, onChange }: Props) {
  const builder = useBuilder()
  const put = (of: Rows['of']) => onChange({ ...rows, of })
  const add = (one: Row | Rows) => put([...rows.of, one])
  return (
    <div className={classes.rows}>
      {rows.of.length > 1 && (
        <NativeSelect
          aria-label={say('builder.joinedBy')}
          data={[
            { value: 'and', label: say('builder.joinAnd') },
            { value: 'or', label: say('builder.joinOr') },
          ]}
          value={rows.join}
          onChange={(event) => onChange({ ...rows, join: event.currentTarget.value === 'or' ? 'or' : 'and' })}
        />
      )}
      {rows.of.map((one, index) =>
        one.kind === 'row' ? (
          <RuleRow
            key={keyOf(index)}
            row={one}
            number={index + 1}
            at={at}
            own={own}
            onChange={(now) => put(rows.of.with(index, now))}
            onRemove={() => put(rows.of.toSpliced(index, 1))}
          />
        ) : (
          <div key={keyOf(index)} className={classes.inner}>
            <RuleRows rows={one} at={at} own={own} onChange={(now) => put(rows.of.with(index, now))} />
            <Button variant="subtle" color="gray" onClick={() => put(rows.of.toSpliced(index, 1))}>
              {say('builder.removeGroup')}
            </Button>
          </div>
        ),
      )}
      <Group gap="xs">
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => add(firstRow(builder.form, at, own))}
        >
          {say('builder.addCondition')}
        </Button>
        {rows.of.length > 0 && (
          <Button
            variant="subtle"
            onClick={() => {
              const first = firstRow(builder.form, at, own)
              add({ kind: 'rows', join: rows.join === 'and' ? 'or' : 'and', of: [first, first] })
            }}
          >
            {say('builder.addGroup')}
          </Button>
        )}
      </Group>
    </div>
  )
}

interface RowProps {
  readonly row: Row
  readonly number: number
  readonly at: Place
  readonly own: boolean
  readonly onChange: (row: Row) => void
  readonly onRemove: () => void
}

/** So many fields are offered at once; more are found by typing. */
const offered = 50
/** What the choice calls the field's own answer: no key is like it. */
const self = '.'

function RuleRow({ row, number, at, own, onChange, onRemove }: RowProps) {
  const { form } = useBuilderState().history.now
  const subjects = useMemo(
    () => [
      ...(own || row.key === null ? [{ value: self, label: say('builder.ownAnswer') }] : []),
      ...form.sections.map((section) => ({
        group: section.name || say('builder.unnamed'),
        items: section.fields
          .filter(
            (field, place) =>
              field.key !== '' && field !== form.sections[at.section]?.fields[at.field ?? place],
          )
          .map((field) => ({ value: field.key, label: field.name || field.key })),
      })),
    ],
    [form, at, own, row.key],
  )
  const subject = lookedAt(form, at, row.key)
  const values = valuesOf(subject)
  const needsValue = row.test !== 'answered' && row.test !== 'empty'
  return (
    <div className={classes.rule}>
      <Select
        aria-label={say('builder.looksAt')}
        data={uniqueValues(subjects)}
        value={row.key ?? self}
        searchable
        allowDeselect={false}
        limit={offered}
        nothingFoundMessage={row.key}
        onChange={(key) => key !== null && onChange(withSubject(form, at, row, key === self ? null : key))}
      />
      <ActionIcon color="gray" aria-label={say('builder.removeCondition', { number })} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
      <NativeSelect
        className={classes.whole ?? ''}
        aria-label={say('builder.comparison')}
        data={testsOf(subject, row.test).map((test) => ({ value: test, label: say(`builder.test_${test}`) }))}
        value={row.test}
        onChange={(event) => onChange(withTest(subject, row, event.currentTarget.value as Test))}
      />
      {needsValue && values.length > 0 && (
        <NativeSelect
          className={classes.whole ?? ''}
          aria-label={say('builder.value')}
          data={
            values.some(({ value }) => value === String(row.value))
              ? [...values]
              : [{ value: String(row.value), label: String(row.value) }, ...values]
          }
          value={String(row.value)}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
        />
      )}
      {needsValue && values.length === 0 && (
        <TextInput
          className={classes.whole ?? ''}
          aria-label={say('builder.value')}
          value={String(row.value)}
          maxLength={limits.formLineMax}
          onChange={(event) =>
            onChange({ ...row, value: typedValue(event.currentTarget.value, subject?.type) })
          }
        />
      )}
    </div>
  )
}

/** Numbers are compared as numbers. */
function typedValue(text: string, type: string | undefined): string | number {
  const counts = type === 'numeric' || type === 'decimal' || type === 'calculated'
  return counts && /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text
}

type Grouped = { readonly group: string; readonly items: readonly Item[] }
type Item = { readonly value: string; readonly label: string }

/** The first of a key that is there twice, which is a fault of its own: the choice takes each value once. */
function uniqueValues(subjects: readonly (Item | Grouped)[]): (Item | { group: string; items: Item[] })[] {
  const seen = new Set<string>()
  const isNew = ({ value }: Item) => !seen.has(value) && seen.add(value) !== undefined
  return subjects.map((one) => ('group' in one ? { group: one.group, items: one.items.filter(isNew) } : one))
}

function keyOf(index: number): string {
  return `row-${index}`
}
