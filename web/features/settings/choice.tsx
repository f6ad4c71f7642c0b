import { Radio, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props<T extends string | number> {
  id: string
  title: string
  value: T
  /** Value, its words, and the language that these are in where it is not the page's. */
  choices: readonly (readonly [T, string, string?])[]
  onChoose: (value: T) => void
  hint?: string
  children?: ReactNode
}

/** One question with few answers, each of which counts at once. */
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
