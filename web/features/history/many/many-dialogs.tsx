import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import type { Selection } from './use-selection.ts'

const { View: DeleteMany } = lazyPart(async () => (await import('./delete-many.tsx')).DeleteMany)
const { View: DownloadMany } = lazyPart(async () => (await import('./download-many.tsx')).DownloadMany)
const { View: ExportChosen } = lazyPart(async () => (await import('../export-chosen.tsx')).ExportChosen)
const { View: MoveChosen } = lazyPart(async () => (await import('./move-chosen.tsx')).MoveChosen)
const { View: ShareMany } = lazyPart(async () => (await import('./share-many.tsx')).ShareMany)

export type ManyAction = 'download' | 'export' | 'share' | 'move' | 'delete'

interface Props {
  action: ManyAction
  selection: Selection
  onClose: () => void
}

/**
 * The dialog of an action on the selected surveys. Keeps the surveys selected on opening, because deleting clears the
 * selection.
 */
export function ManyDialogs({ action, selection, onClose }: Props) {
  const [surveys] = useState(selection.surveys)
  return (
    <Part instead={<NoticeDialog opened onClose={onClose} text={t('common.network')} />}>
      {action === 'download' && <DownloadMany surveys={surveys} onClose={onClose} />}
      {action === 'export' && <ExportChosen surveys={surveys} onClose={onClose} />}
      {action === 'share' && <ShareMany surveys={surveys} onClose={onClose} />}
      {action === 'move' && <MoveChosen surveys={surveys} onClose={onClose} />}
      {action === 'delete' && (
        <DeleteMany surveys={surveys} onClose={onClose} onDeleted={(gone) => selection.set(gone, false)} />
      )}
    </Part>
  )
}
