import { Textarea } from '@mantine/core'
import { limits } from '#contract/limits.ts'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly fault: string | null
  readonly onChange: (value: string) => void
}

/** An expression as it is written. */
export function ExpressionInput({ label, hint, value, fault, onChange }: Props) {
  return (
    <Textarea
      label={label}
      {...(hint ? { description: hint } : {})}
      autosize
      minRows={2}
      spellCheck={false}
      autoCapitalize="off"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      maxLength={limits.formExpressionMax}
      value={value}
      error={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
