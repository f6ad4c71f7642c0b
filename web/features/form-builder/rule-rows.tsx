import { ActionIcon, Button, Group, NativeSelect, Select, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { Row, Rows, Test } from '#survey/builder/condition-rows.ts'
import type { FormField, Place } from '#survey/builder/form-place.ts'
import { comparedBy } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import { useBuilder, useBuilderValue } from './builder.ts'
import classes from './options-editor.module.css'
import {
  firstRow,
  hasSubjects,
  mayUseField,
  subjectField,
  testsOf,
  valuesOf,
  withSubject,
  withTest,
} from './rule-subjects.ts'

interface Props {
  readonly rows: Rows
  readonly at: Place
  readonly own: boolean
  readonly onChange: (rows: Rows) => void
}

/** Conditions joined by AND or OR, with nested groups. */
export function RuleRows({ rows, at, own, onChange }: Props) {
  const builder = useBuilder()
  const put = (of: Rows['of']) => onChange({ ...rows, of })
  const add = (one: Row | Rows) => put([...rows.of, one])
  const isPossible = useBuilderValue(({ history }) => own || hasSubjects(history.now.form, at))
  return (
    <div className={classes.rows}>
      {rows.of.length > 1 && (
        <NativeSelect
          aria-label={t('builder.joinedBy')}
          data={[
            { value: 'and', label: t('builder.joinAnd') },
            { value: 'or', label: t('builder.joinOr') },
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
              {t('builder.removeGroup')}
            </Button>
          </div>
        ),
      )}
      <Group gap="xs">
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={!isPossible}
          onClick={() => add(firstRow(builder.form, at, own))}
        >
          {t('builder.addCondition')}
        </Button>
        {rows.of.length > 0 && (
          <Button
            variant="subtle"
            onClick={() => {
              const first = firstRow(builder.form, at, own)
              add({ kind: 'rows', join: rows.join === 'and' ? 'or' : 'and', of: [first, first] })
            }}
          >
            {t('builder.addGroup')}
          </Button>
        )}
      </Group>
      {!isPossible && (
        <Text size="sm" c="dimmed">
          {t('builder.noOtherFields')}
        </Text>
      )}
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

/** Fields listed at once; typing finds the rest. */
const offered = 50
const drawnOnceOpen = { keepMounted: false }
/** The select's value for the field's own answer. No key equals it. */
const self = '.'

function RuleRow({ row, number, at, own, onChange, onRemove }: RowProps) {
  const builder = useBuilder()
  const subject = useBuilderValue(({ history }) => subjectField(history.now.form, at, row.key))
  // Built on open: a template can have thousands of fields.
  const [offer, setOffer] = useState<Subjects | null>(null)
  const now =
    row.key === null
      ? { value: self, label: t('builder.ownAnswer') }
      : { value: row.key, label: subject?.name || row.key }
  const values = valuesOf(subject)
  const needsValue = row.test !== 'answered' && row.test !== 'empty'
  return (
    <div className={classes.rule}>
      <Select
        aria-label={t('builder.looksAt')}
        data={offer ?? [now]}
        value={now.value}
        onDropdownOpen={() => setOffer(subjectsOf(builder.form, at, own || row.key === null))}
        onDropdownClose={() => setOffer(null)}
        searchable
        allowDeselect={false}
        comboboxProps={drawnOnceOpen}
        limit={offered}
        nothingFoundMessage={row.key}
        onChange={(key) =>
          key !== null && onChange(withSubject(builder.form, at, row, key === self ? null : key))
        }
      />
      <ActionIcon color="gray" aria-label={t('builder.removeCondition', { number })} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
      <NativeSelect
        className={classes.whole ?? ''}
        aria-label={t('builder.comparison')}
        data={testsOf(subject, row.test).map((test) => ({ value: test, label: t(`builder.test_${test}`) }))}
        value={row.test}
        onChange={(event) => onChange(withTest(subject, row, event.currentTarget.value as Test))}
      />
      {needsValue && values.length > 0 && (
        <NativeSelect
          className={classes.whole ?? ''}
          aria-label={t('builder.value')}
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
          aria-label={t('builder.value')}
          value={String(row.value)}
          maxLength={limits.formLineMax}
          onChange={(event) => onChange({ ...row, value: typedValue(event.currentTarget.value, subject) })}
        />
      )}
    </div>
  )
}

/** Converts numeric text to a number for fields compared as numbers. */
function typedValue(text: string, subject: FormField | undefined): string | number {
  const counts = subject && ['number', 'anything'].includes(comparedBy(subject))
  return counts && /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text
}

type Item = { readonly value: string; readonly label: string }
type Subjects = (Item | { group: string; items: Item[] })[]

/** Fields a row may use, by section. Of duplicate keys (reported as a fault), the first. */
function subjectsOf(form: FormDocument, at: Place, own: boolean): Subjects {
  const seen = new Set<string>()
  const isNew = ({ value }: Item) => !seen.has(value) && seen.add(value) !== undefined
  return [
    ...(own ? [{ value: self, label: t('builder.ownAnswer') }] : []),
    ...form.sections.map((section, index) => ({
      group: section.name || t('builder.unnamed'),
      items: section.fields
        .filter(({ key }, place) => key !== '' && mayUseField(at, { section: index, field: place }))
        .map(({ key, name }) => ({ value: key, label: name || key }))
        .filter(isNew),
    })),
  ]
}

function keyOf(index: number): string {
  return `row-${index}`
}
