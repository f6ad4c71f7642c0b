import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page-header.module.css'

interface Props {
  title: string
  /** Buttons to the right of the heading, below it on narrow screens. */
  children?: ReactNode
}

/** The screen's heading. It takes the focus when the screen opens, so that screen readers start there. */
export function PageHeader({ title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Group justify="space-between" gap="xs" wrap="wrap" className={classes.header ?? ''}>
      <Title order={1} tabIndex={-1} ref={heading}>
        {title}
      </Title>
      {children}
    </Group>
  )
}
