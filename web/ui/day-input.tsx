import { TextInput, type TextInputProps } from '@mantine/core'
import { useEmptyDate } from './use-empty-date.ts'

/** The browser's own date field: it needs no script, and phones have good ones. */
export function DayInput(props: TextInputProps) {
  const { ref, mark } = useEmptyDate()
  return <TextInput {...props} type="date" ref={ref} onBlur={mark} />
}
