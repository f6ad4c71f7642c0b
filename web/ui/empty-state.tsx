import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  text: string
  icon?: ReactNode
  children?: ReactNode
}

/** An empty list, with what to do about it. */
export function EmptyState({ text, icon, children }: Props) {
  return (
    <Stack align="center" gap="md" py={56} px="md" c="dimmed" role="status">
      {icon}
      <Text ta="center">{text}</Text>
      {children}
    </Stack>
  )
}
