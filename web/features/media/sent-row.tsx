import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { describeMedia } from '#web/offline/draft/draft-actions.ts'
import { mediumSources } from '#web/offline/pictures/medium-sources.ts'
import { speedText } from './check-picked.ts'
import { QueueRow } from './queue-row.tsx'
import type { QueuedFile } from './stage-files.ts'
import type { UploadRow } from './use-uploads.ts'

interface Props {
  readonly draft: Draft
  readonly place: FieldPlace & { readonly answer: string }
  readonly row: UploadRow
  readonly onRemove: (file: QueuedFile) => void
  readonly onTurn: (id: string) => void
  /** Whether the picked file itself is available to rotate. */
  readonly mayTurn: boolean
}

/** A file that is stored on the device or sent. Its description can still be edited. */
export function SentRow({ draft, place, row, onRemove, onTurn, mayTurn }: Props) {
  const { file, state, percent } = row
  const [text, setText] = useState(file.description)
  const items = useSyncExternalStore(draft.subscribe, () => draft.items)
  const files = useSyncExternalStore(draft.subscribe, () => draft.files)
  const drawings = useSyncExternalStore(draft.subscribe, () => draft.drawings)
  const sources = mediumSources({ account: draft.account, items, files, drawings }, file.kind, file.id).small
  const unsaved = useRef<string | null>(null)
  const save = () => {
    if (unsaved.current === null) return
    const description = unsaved.current
    unsaved.current = null
    void describeMedia(draft, place, file, description)
  }
  const latest = useRef(save)
  latest.current = save
  // Closing the dialog by key press causes no blur.
  useEffect(() => () => latest.current(), [])
  return (
    <QueueRow
      file={file}
      sources={sources}
      text={stateText(row)}
      percent={percent}
      refused={state === 'refused'}
      done={state === 'done'}
      description={text}
      onDescribe={(given) => {
        unsaved.current = given
        setText(given)
        // Save every keystroke, like any answer. It causes no request before the file is sent, and the page may end
        // at any time.
        if (state !== 'done') save()
      }}
      onDescribed={save}
      {...(mayTurn && {
        onTurn: () => onTurn(file.id),
      })}
      onRemove={() => {
        unsaved.current = null
        onRemove(file)
      }}
    />
  )
}

function stateText({ state, percent, speed, problem }: UploadRow): string {
  switch (state) {
    case 'preparing':
      return t('media.preparing')
    case 'staged':
      return t('media.readyToUpload')
    case 'waiting':
      return t('media.onDevice')
    case 'sending':
      return speed > 0
        ? t('media.progress', { percent, speed: speedText(speed) })
        : t('media.percent', { percent })
    case 'done':
      return t('media.fileUploaded')
    case 'refused':
      return problem
  }
}
