import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type Described, described } from '#survey/builder/form-options.ts'
import type { FormField, FormOption, Place } from '#survey/builder/form-place.ts'
import { labelOf } from '#survey/document-to-source.ts'
import { isComputed } from '#survey/fields/registry.ts'
import { VirtualList } from '#web/features/survey-form/sections/virtual-list.tsx'
import { t } from '#web/lib/language/translate.ts'
import { useBuilder } from './builder.ts'
import { ExpressionInput } from './expression-input.tsx'
import type { ChangeField } from './field-properties.tsx'
import { pastedNames } from './new-field.ts'
import { columnsOf, type PublishedOption, withColumn, withLabel, withValue } from './option-edits.ts'
import classes from './options-editor.module.css'
import { SharedListChoice } from './shared-list.tsx'
import { useFault } from './use-faults.ts'

interface Props {
  readonly field: FormField
  readonly at: Place
  readonly fault: string | null
  readonly change: ChangeField
}

/** Edits a field's options: labels, and optionally values and filter columns. */
export function OptionsEditor({ field, at, fault, change }: Props) {
  const id = useId()
  const options = field.options ?? []
  const builder = useBuilder()
  const [focus, setFocus] = useState<{ readonly index: number } | null>(null)
  const [values, setValues] = useState(() => options.some((option) => described(option).value !== undefined))
  const [extra] = useState(() => values || field.choiceFilter !== undefined || columnsOf(options).length > 0)
  const columns = useMemo(() => columnsOf(options), [options])
  const filterFault = useFault(at.section, at.field, 'choiceFilter')
  const areResults = isComputed(field)
  const list = useRef<HTMLDivElement>(null)
  const elementId = (one: string) => `${id}-${one}`
  useEffect(() => {
    if (focus) document.getElementById(`${id}-${focus.index}-label`)?.focus()
  }, [focus, id])
  const put = (now: readonly FormOption[], group?: string) =>
    change({ options: now.slice(0, limits.formOptionsMax) }, group)
  const insert = (after: number, names: readonly string[]) => {
    put(options.toSpliced(after + 1, 0, ...names))
    setFocus({ index: after + names.length })
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>, index: number) => {
    const names = pastedNames(event.clipboardData)
    if (!names) return
    event.preventDefault()
    const empty = labelOf(options[index] ?? '') === ''
    put(options.toSpliced(empty ? index : index + 1, empty ? 1 : 0, ...names))
    setFocus({ index: index + names.length - (empty ? 1 : 0) })
  }
  return (
    <fieldset className={classes.group} aria-describedby={`${id}-hint`}>
      <legend className={classes.legend}>{t(areResults ? 'builder.results' : 'builder.options')}</legend>
      {!areResults && <SharedListChoice field={field} at={at} />}
      <Text id={`${id}-hint`} size="sm" c="dimmed" mb="xs">
        {t(areResults ? 'builder.resultsHint' : 'builder.optionsHint')}
      </Text>
      <div ref={list}>
        <VirtualList
          ids={options.map((_, index) => String(index))}
          needed={focus ? [String(focus.index)] : []}
          className={classes.options}
          elementId={elementId}
          heightOf={(some) => some.length * (values ? 104 : 52)}
          render={(one, index) => (
            <OptionRow
              key={one}
              id={elementId(one)}
              index={index}
              option={described(options[index] ?? '')}
              values={values}
              columns={columns}
              settled={() => builder.publishedOption(at, index, options)}
              onChange={(now) => put(options.with(index, now), `option ${index}`)}
              onNext={() => insert(index, [''])}
              onPaste={(event) => onPaste(event, index)}
              onBack={() => {
                put(options.toSpliced(index, 1))
                setFocus({ index: index - 1 })
              }}
              onRemove={() => put(options.toSpliced(index, 1))}
            />
          )}
        />
      </div>
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => insert(options.length - 1, [''])}
      >
        {t(areResults ? 'builder.addResult' : 'builder.addOption')}
      </Button>
      {/* Below the button: it appears after the type changes and must not move it. */}
      {fault !== null && <p className={classes.problem}>{fault}</p>}
      <details className={classes.more} open={extra}>
        <summary>{t('builder.optionExtras')}</summary>
        <Checkbox
          label={t('builder.withValues')}
          checked={values}
          onChange={({ currentTarget: { checked } }) => {
            setValues(checked)
            if (!checked) put(options.map((option) => withValue(described(option), undefined)))
          }}
        />
        {!areResults && (
          <>
            <Columns
              columns={columns}
              onAdd={(name) => put(options.map((option) => withColumn(described(option), name, '')))}
              onRemove={(name) =>
                put(options.map((option) => withColumn(described(option), name, undefined)))
              }
            />
            <ExpressionInput
              label={t('builder.choiceFilter')}
              hint={t('builder.choiceFilterHint', { reference: '$' + '{building}' })}
              value={field.choiceFilter ?? ''}
              fault={filterFault}
              onChange={(choiceFilter) => change({ choiceFilter: choiceFilter || undefined }, 'choiceFilter')}
            />
          </>
        )}
      </details>
    </fieldset>
  )
}

interface RowProps {
  readonly id: string
  readonly index: number
  readonly option: Described
  readonly values: boolean
  readonly columns: readonly string[]
  /** The published option, or undefined. */
  readonly settled: () => PublishedOption | undefined
  readonly onChange: (option: FormOption) => void
  readonly onNext: () => void
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void
  readonly onBack: () => void
  readonly onRemove: () => void
}

function OptionRow({
  id,
  index,
  option,
  values,
  columns,
  settled,
  onChange,
  onNext,
  onPaste,
  onBack,
  onRemove,
}: RowProps) {
  const number = index + 1
  // Read once on focus: while typing, the label may match another option's.
  const published = useRef<PublishedOption | undefined>(undefined)
  return (
    <div id={id} className={classes.option}>
      <div className={classes.line}>
        <TextInput
          id={`${id}-label`}
          className={classes.label ?? ''}
          aria-label={t('builder.optionLabel', { number })}
          value={option.label}
          maxLength={limits.formLineMax}
          onFocus={() => {
            published.current = settled()
          }}
          onChange={(event) => onChange(withLabel(option, event.currentTarget.value, published.current))}
          onPaste={onPaste}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Backspace' && option.label === '' && index > 0) {
              event.preventDefault()
              onBack()
            }
            if (event.key !== 'Enter') return
            event.preventDefault()
            onNext()
          }}
        />
        <ActionIcon color="gray" aria-label={t('builder.removeOption', { number })} onClick={onRemove}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {values && (
        <TextInput
          aria-label={t('builder.optionValue', { number })}
          placeholder={option.label}
          value={option.value ?? ''}
          maxLength={limits.formLineMax}
          onChange={(event) => onChange(withValue(option, event.currentTarget.value || undefined))}
        />
      )}
      {columns.map((column) => (
        <TextInput
          key={column}
          aria-label={t('builder.optionColumn', { column, number })}
          placeholder={column}
          value={option.columns?.[column] ?? ''}
          maxLength={limits.formLineMax}
          onChange={(event) => onChange(withColumn(option, column, event.currentTarget.value))}
        />
      ))}
    </div>
  )
}

interface ColumnsProps {
  readonly columns: readonly string[]
  readonly onAdd: (name: string) => void
  readonly onRemove: (name: string) => void
}

function Columns({ columns, onAdd, onRemove }: ColumnsProps) {
  const [name, setName] = useState('')
  const free = name.trim() !== '' && !columns.includes(name.trim())
  const add = () => {
    if (!free) return
    onAdd(name.trim())
    setName('')
  }
  return (
    <>
      {columns.map((column) => (
        <Group key={column} justify="space-between" wrap="nowrap">
          <code>{column}</code>
          <ActionIcon
            color="gray"
            aria-label={t('builder.removeColumn', { column })}
            onClick={() => onRemove(column)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group align="end" gap="xs" wrap="nowrap" my="xs">
        <TextInput
          label={t('builder.columnName')}
          value={name}
          data-not-taken={name !== '' || undefined}
          maxLength={limits.formKeyMax}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="default" disabled={!free} onClick={add}>
          {t('builder.addColumn')}
        </Button>
      </Group>
    </>
  )
}
