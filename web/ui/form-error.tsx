import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/** What went wrong with a form or a step as a whole, read out at once; nothing where `text` is empty. */
export function FormError({ text, children }: { text: string | null | undefined; children?: ReactNode }) {
  if (!text) return null
  return (
    <Alert color="red" role="alert">
      {text} {children}
    </Alert>
  )
}
