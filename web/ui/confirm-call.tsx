import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'opened' | 'onConfirm' | 'busy' | 'error'> {
  /** What was confirmed: null = it is done, else why not. Whoever it was done for closes the dialog. */
  run: () => Promise<string | null>
}

/** Asks, does it, and stays with the reason where that could not be done. */
export function ConfirmCall({ run, ...question }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function confirm() {
    setBusy(true)
    setError(null)
    const failed = await run()
    setBusy(false)
    setError(failed)
  }
  return <ConfirmDialog {...question} opened onConfirm={() => void confirm()} busy={busy} error={error} />
}
