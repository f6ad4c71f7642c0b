import { Radio, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props<T extends string | number> {
  id: string
  title: string
  value: T
  /** Value, label, and the label's language if it differs from the page's. */
  choices: readonly (readonly [T, string, string?])[]
  onChoose: (value: T) => void
  hint?: string
  children?: ReactNode
}

/** A setting with few options; changes apply immediately. */
export function Choice<T extends string | number>(props: Props<T>) {
  const { id, title, value, choices, onChoose, hint, children } = props
  return (
    <>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      {hint && (
        <Text id={`${id}-hint`} size="sm" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      <Radio.Group
        aria-labelledby={id}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
        value={String(value)}
        onChange={(text) => {
          const chosen = choices.find(([one]) => String(one) === text)
          if (chosen) onChoose(chosen[0])
        }}
      >
        <Stack gap={0}>
          {choices.map(([one, words, lang]) => (
            <Radio key={one} value={String(one)} label={<span {...(lang && { lang })}>{words}</span>} />
          ))}
        </Stack>
      </Radio.Group>
      {children}
    </>
  )
}
