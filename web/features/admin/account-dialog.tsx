import { useState } from 'react'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Change, changes } from './account-changes.ts'
import { AccountFacts } from './account-facts.tsx'
import { ChangeQuestion } from './change-question.tsx'
import type { Listed } from './queries.ts'
import { nameOf } from './words.ts'

interface Props {
  account: Listed
  onClose: () => void
  /** What was done, in words. */
  onDone: (text: string) => void
  onActivity: () => void
}

/** One account and what can be done with it; each change is asked about in its place. */
export function AccountDialog({ account, onClose, onDone, onActivity }: Props) {
  const [asked, setAsked] = useState<Change | null>(null)
  const [busy, setBusy] = useState(false)
  const name = nameOf(account.attributes)
  return (
    <Dialog
      opened
      onClose={busy ? () => undefined : onClose}
      title={asked ? say(changes[asked].title, { name }) : name}
    >
      {asked ? (
        <ChangeQuestion
          key={asked}
          account={account}
          change={asked}
          busy={busy}
          onBusy={setBusy}
          onBack={() => setAsked(null)}
          onDone={onDone}
        />
      ) : (
        <AccountFacts account={account} onAsk={setAsked} onActivity={onActivity} />
      )}
    </Dialog>
  )
}
