import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'

interface Props {
  readonly label: string
  readonly value: number | undefined
  readonly error: string | null
  /** Accepts only whole numbers from 1 to this. */
  readonly whole?: number
  readonly onChange: (value: number | undefined) => void
}

/** A number input. Keeps the raw text; commits only valid numbers. */
export function NumberField({ label, value, error, whole, onChange }: Props) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const [known, setKnown] = useState(value)
  if (value !== known) {
    // Changed by undo or by loading another draft.
    setKnown(value)
    if (value !== numberIn(text, whole)) setText(value === undefined ? '' : String(value))
  }
  const isNumber = text.trim() === '' || numberIn(text, whole) !== undefined
  return (
    <TextInput
      label={label}
      inputMode={whole ? 'numeric' : 'decimal'}
      value={text}
      error={isNumber ? error : t('common.invalid')}
      data-not-taken={!isNumber || undefined}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed)
        const number = numberIn(typed, whole)
        if (number !== undefined || typed.trim() === '') onChange(number)
      }}
    />
  )
}

function numberIn(text: string, whole: number | undefined): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^[+-]?\d+(\.\d+)?$/.test(plain)) return undefined
  const number = Number(plain)
  if (whole === undefined) return number
  return Number.isInteger(number) && number >= 1 && number <= whole ? number : undefined
}
