import { lazy, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import type { Selection } from './use-selection.ts'

const DeleteMany = lazy(() => import('./delete-many.tsx').then((m) => ({ default: m.DeleteMany })))
const DownloadMany = lazy(() => import('./download-many.tsx').then((m) => ({ default: m.DownloadMany })))
const MoveChosen = lazy(() => import('./move-chosen.tsx').then((m) => ({ default: m.MoveChosen })))
const ShareMany = lazy(() => import('./share-many.tsx').then((m) => ({ default: m.ShareMany })))

export type ManyAction = 'download' | 'share' | 'move' | 'delete'

interface Props {
  action: ManyAction
  selection: Selection
  onClose: () => void
}

/** What is done with all that were chosen when it was opened: those that it deletes are chosen no more. */
export function ManyDialogs({ action, selection, onClose }: Props) {
  const [surveys] = useState(selection.surveys)
  return (
    <Part instead={<NoticeDialog opened onClose={onClose} text={t('common.network')} />}>
      {action === 'download' && <DownloadMany surveys={surveys} onClose={onClose} />}
      {action === 'share' && <ShareMany surveys={surveys} onClose={onClose} />}
      {action === 'move' && <MoveChosen surveys={surveys} onClose={onClose} />}
      {action === 'delete' && (
        <DeleteMany surveys={surveys} onClose={onClose} onDeleted={(gone) => selection.set(gone, false)} />
      )}
    </Part>
  )
}
