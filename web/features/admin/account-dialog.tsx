import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Change, changes } from './account-changes.ts'
import { AccountFacts } from './account-facts.tsx'
import { ChangeQuestion } from './change-question.tsx'
import { CollectionCode } from './collection-code.tsx'
import { HandOverForm } from './hand-over-form.tsx'
import { nameOf } from './labels.ts'
import type { ListedAccount } from './queries.ts'

type Asked = Change | 'handOver' | 'collect'

interface Props {
  account: ListedAccount
  onClose: () => void
  /** Receives the success message. */
  onDone: (text: string) => void
  onActivity: () => void
}

/** Shows one account and its changes; confirmations replace the dialog's content. */
export function AccountDialog({ account, onClose, onDone, onActivity }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(false)
  const name = nameOf(account.attributes)
  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={titleOf(asked, name)}>
      {asked === 'handOver' && (
        <HandOverForm
          account={account}
          busy={busy}
          onBusy={setBusy}
          onBack={() => setAsked(null)}
          onDone={onDone}
        />
      )}
      {asked === 'collect' && (
        <CollectionCode account={account} busy={busy} onBusy={setBusy} onBack={() => setAsked(null)} />
      )}
      {asked !== null && asked !== 'handOver' && asked !== 'collect' && (
        <ChangeQuestion
          key={asked}
          account={account}
          change={asked}
          busy={busy}
          onBusy={setBusy}
          onBack={() => setAsked(null)}
          onDone={onDone}
        />
      )}
      {asked === null && (
        <AccountFacts
          account={account}
          onAsk={setAsked}
          onHandOver={() => setAsked('handOver')}
          onCollect={() => setAsked('collect')}
          onActivity={onActivity}
        />
      )}
    </Dialog>
  )
}

function titleOf(asked: Asked | null, name: string): string {
  if (asked === null) return name
  if (asked === 'collect') return t('collections.collectTitle', { name })
  return asked === 'handOver' ? t('teams.handOverOf', { name }) : t(changes[asked].title, { name })
}
