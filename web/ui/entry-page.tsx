import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './entry-page.module.css'

interface Props {
  title: string
  children: ReactNode
  /** Below the card: the link to the sibling screen. */
  below?: ReactNode
}

/** A centered card: login, sign-up and related screens. */
export function EntryPage({ title, children, below }: Props) {
  return (
    <main className={classes.page}>
      <Group gap="sm" justify="center">
        <img src="/icon.svg" alt="" width={36} height={36} />
        <Text fw={650} fz="1.375rem">
          Fieldbook
        </Text>
      </Group>
      <Paper className={classes.card ?? ''} withBorder radius="lg">
        <Title order={1} fz="1.375rem" mb="lg">
          {title}
        </Title>
        {children}
      </Paper>
      {below}
    </main>
  )
}
