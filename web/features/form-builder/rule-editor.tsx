import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { expressionFrom, type Rows, rowsFrom } from '#survey/builder/condition-rows.ts'
import type { Place } from '#survey/builder/form-place.ts'
import { t } from '#web/lib/language/translate.ts'
import { ExpressionInput } from './expression-input.tsx'
import classes from './options-editor.module.css'
import { RuleRows } from './rule-rows.tsx'

interface Props {
  readonly label: string
  readonly hint?: string
  /** Text shown without a rule. */
  readonly none: string
  readonly at: Place
  readonly value: string
  readonly fault: string | null
  /** The rule is about the field's own answer. */
  readonly own?: boolean
  readonly onChange: (value: string, group?: string) => void
}

/** Edits a condition as rows or as an expression. Conditions that rows can't express stay expressions. */
export function RuleEditor({ label, hint, none, at, value, fault, own = false, onChange }: Props) {
  const [rows, setRows] = useState<Rows | null>(() => rowsFrom(value))
  const [seen, setSeen] = useState(value)
  const [asText, setAsText] = useState(rows === null)
  // Parse only outside changes: an unfinished row doesn't serialize to its final expression.
  if (value !== seen) {
    setSeen(value)
    if (rows === null || expressionFrom(rows) !== value) setRows(rowsFrom(value))
  }
  const update = (now: Rows) => {
    const written = expressionFrom(now)
    setRows(now)
    setSeen(written)
    onChange(written, `${label} rows`)
  }
  const isText = asText || rows === null
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      {hint && (
        <Text size="sm" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      {isText ? (
        <>
          {rows === null && (
            <Text size="sm" c="dimmed" mb="xs">
              {t('builder.noRows')}
            </Text>
          )}
          <ExpressionInput
            label={t('builder.expression')}
            value={value}
            fault={fault}
            onChange={(now) => onChange(now, `${label} text`)}
          />
        </>
      ) : (
        <>
          {rows.of.length === 0 && (
            <Text size="sm" c="dimmed">
              {none}
            </Text>
          )}
          <RuleRows rows={rows} at={at} own={own} onChange={update} />
          {fault !== null && <p className={classes.problem}>{fault}</p>}
        </>
      )}
      <Group mt="xs">
        {(!isText || rows !== null) && (
          <Button variant="subtle" size="compact-md" mih={44} onClick={() => setAsText(!isText)}>
            {t(isText ? 'builder.asRows' : 'builder.asExpression')}
          </Button>
        )}
      </Group>
    </fieldset>
  )
}
