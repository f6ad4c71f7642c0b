import { limits } from '#contract/limits.ts'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly fault: string | null
  readonly onChange: (value: string) => void
}

/** A textarea for an expression. */
export function ExpressionInput({ label, hint, value, fault, onChange }: Props) {
  return (
    <GrowingTextarea
      label={label}
      {...(hint ? { description: hint } : {})}
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
