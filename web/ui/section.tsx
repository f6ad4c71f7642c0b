import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of the screen under its heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby={id}>
      <Title order={2} id={id} mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
