import { Input } from '@mantine/core'
import { type CSSProperties, type Ref, type SyntheticEvent, useId } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { codeDigits } from '#web/lib/phone/code-digits.ts'
import classes from './code-field.module.css'

interface Props {
  label: string
  value: string
  /** Receives digits only, at most `length`. */
  onChange: (digits: string) => void
  /** Number of digits, from the server's reply (`meta.code_length`). */
  length?: number
  /** Called once when the last digit is typed, pasted or filled in. */
  onComplete?: (code: string) => void
  error?: string | undefined
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A one-time code: a box per digit, with one real input over them. */
export function CodeField({
  label,
  value,
  onChange,
  length = 4,
  onComplete,
  error,
  autoFocus = false,
  ref,
}: Props) {
  const id = useId()
  const hint = `${id}-description`
  function change(text: string) {
    const digits = codeDigits(text, length)
    onChange(digits)
    if (digits.length === length && digits !== value) onComplete?.(digits)
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={t('entry.codeDigits', { length })}
      descriptionProps={{ id: hint }}
      error={error}
      errorProps={{ id: `${id}-error` }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <div className={classes.field} style={{ '--digits': length } as CSSProperties}>
        <input
          id={id}
          ref={ref}
          className={classes.input}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the code is the only thing that the screen asks for
          autoFocus={autoFocus}
          required
          aria-describedby={error ? `${id}-error ${hint}` : hint}
          aria-invalid={error !== undefined && error !== ''}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          onSelect={caretToEnd}
        />
        {Array.from({ length }, (_, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={at}
            className={classes.box}
            aria-hidden
            data-next={at === Math.min(value.length, length - 1) || undefined}
          >
            {value[at]}
          </span>
        ))}
      </div>
    </Input.Wrapper>
  )
}

/**
 * Moves the caret to the end, because a tap position in an invisible field is meaningless. Keeps a selection.
 */
function caretToEnd({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd, value } = currentTarget
  if (selectionStart === selectionEnd && selectionEnd !== value.length)
    currentTarget.setSelectionRange(value.length, value.length)
}
