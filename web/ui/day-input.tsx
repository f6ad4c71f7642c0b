import { TextInput, type TextInputProps } from '@mantine/core'
import { useEmptyDate } from './use-empty-date.ts'

/** The device's own date field: it needs no script and phones have a good one. */
export function DayInput(props: TextInputProps) {
  const { ref, mark } = useEmptyDate()
  return <TextInput {...props} type="date" ref={ref} onBlur={mark} />
}
