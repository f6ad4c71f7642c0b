import { type ComponentType, type ReactNode, useState } from 'react'
import type { Shape } from '#contract/drawing.ts'
import { t } from '#web/lib/translate.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { drawOnPhoto, undrawPhoto } from '#web/offline/draft/drawing-actions.ts'
import type { PictureSource } from '#web/offline/pictures/read-picture.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import type { EditorProps } from './drawing-editor.tsx'

/** A photo that can be drawn on. */
export interface DrawablePhoto {
  readonly id: string
  readonly upload: string
  readonly name: string
  /** Where the photo without its drawing is. */
  readonly sources: readonly PictureSource[]
  readonly shapes: readonly Shape[]
  readonly drawnAt: string | null
  /** The server has a drawing on it. */
  readonly onServer: boolean
}

interface Place {
  readonly subSection: string
  readonly answer: string
}

/** Drawing on the photos of an answer. */
export interface Drawing {
  readonly open: (photo: DrawablePhoto) => Promise<void>
  readonly remove: (photo: DrawablePhoto) => Promise<boolean>
  readonly shown: ReactNode
}

/** Drawing on the photos of an answer. The editor is loaded at the first press. */
export function useDrawing(draft: Draft, place: Place): Drawing {
  const [photo, setPhoto] = useState<DrawablePhoto | null>(null)
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null)
  /** What could not be opened, by its name: its editor never came to this device. */
  const [away, setAway] = useState<string | null>(null)

  async function open(wanted: DrawablePhoto): Promise<void> {
    try {
      const { DrawingEditor } = await loadEditor()
      setEditor(() => DrawingEditor)
      setPhoto(wanted)
    } catch {
      // The editor's code or the photo cannot be had now, and the person is told so.
      setAway(wanted.name)
    }
  }

  const editor = Editor && photo && (
    <Editor
      name={photo.name}
      sources={photo.sources}
      shapes={photo.shapes}
      unsaved={{ account: draft.account, of: `drawing:${photo.id}` }}
      onClose={() => setPhoto(null)}
      onSave={(drawing) =>
        drawing ? drawOnPhoto(draft, place, photo, drawing) : undrawPhoto(draft, place, photo)
      }
    />
  )
  const shown = (
    <>
      {editor}
      {away !== null && (
        <NoticeDialog
          opened
          onClose={() => setAway(null)}
          title={t('drawing.title', { name: away })}
          text={t('common.needsNetwork')}
        />
      )}
    </>
  )
  return { open, remove: (drawn) => undrawPhoto(draft, place, drawn), shown }
}

/** Its code is fetched while there is network; where one draws there may be none. */
export function loadEditor() {
  return import('./drawing-editor.tsx')
}
