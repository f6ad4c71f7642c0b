import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'opened' | 'onConfirm' | 'busy' | 'error'> {
  /** Runs the confirmed action. Returns null on success (the caller closes the dialog), else the error. */
  run: () => Promise<string | null>
}

/** Asks for confirmation, runs the action, and shows its error. */
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
