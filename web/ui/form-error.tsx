import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/** Shows an error of a whole form or step, announced at once; renders nothing if `text` is empty. */
export function FormError({ text, children }: { text: string | null | undefined; children?: ReactNode }) {
  if (!text) return null
  return (
    <Alert color="red" role="alert">
      {text} {children}
    </Alert>
  )
}
