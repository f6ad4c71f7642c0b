import { type ComponentType, type ReactNode, useState } from 'react'
import type { Shape, Turn } from '#contract/media/drawing.ts'
import { turns } from '#contract/media/drawing-choices.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { drawOnPhoto, undrawPhoto } from '#web/offline/draft/drawing-actions.ts'
import type { PictureSource } from '#web/offline/pictures/read-picture.ts'
import type { NewDrawing } from '#web/offline/record/record-drawing.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import type { EditorProps } from './drawing-editor.tsx'
import type { TurnTrouble } from './turn-trouble.ts'

/** A photo that can be drawn on. */
export interface DrawablePhoto {
  readonly id: string
  readonly upload: string
  readonly name: string
  /** Where the photo without its drawing is. */
  readonly sources: readonly PictureSource[]
  readonly shapes: readonly Shape[]
  readonly turn: Turn
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
  /** Turns it by a quarter to the right; where that fails, why. */
  readonly turn: (photo: DrawablePhoto) => Promise<TurnTrouble | null>
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

  function keep(of: DrawablePhoto, drawing: NewDrawing | null): Promise<boolean> {
    return drawing ? drawOnPhoto(draft, place, of, drawing) : undrawPhoto(draft, place, of)
  }

  async function show(of: DrawablePhoto, turn: Turn): Promise<TurnTrouble | null> {
    // The code cannot be had now, and the person is told so.
    const loaded = await loadTurning().catch(() => null)
    if (!loaded) return 'away'
    const made = await loaded.turnedTo(of.sources, turn)
    if (typeof made === 'string') return made
    return (await keep(of, made)) ? null : 'notKept'
  }

  const editor = Editor && photo && (
    <Editor
      name={photo.name}
      sources={photo.sources}
      shapes={photo.shapes}
      turn={photo.turn}
      unsaved={{ account: draft.account, of: unsavedName(photo) }}
      onClose={() => setPhoto(null)}
      onSave={(drawing) => keep(photo, drawing)}
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
  return {
    open,
    // How it is turned stays.
    remove: async (drawn) => (await show(drawn, drawn.turn)) === null,
    turn: (of) => show(of, nextTurn(of.turn)),
    shown,
  }
}

/** What was not saved lies on the photo as it was turned then. */
function unsavedName({ id, turn }: DrawablePhoto): string {
  return turn === 0 ? `drawing:${id}` : `drawing:${id}:${turn}`
}

function nextTurn(turn: Turn): Turn {
  return turns[(turns.indexOf(turn) + 1) % turns.length] ?? 0
}

/** Like the editor it has to be here before the network goes. */
export function loadTurning() {
  return import('./turned-photo.ts')
}

/** Its code is fetched while there is network; where one draws there may be none. */
export function loadEditor() {
  return import('./drawing-editor.tsx')
}
