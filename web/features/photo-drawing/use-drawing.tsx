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
import type { RotationProblem } from './rotation-problem.ts'

/** A photo and its drawing. */
export interface DrawablePhoto {
  readonly id: string
  readonly upload: string
  readonly name: string
  /** Where to load the photo without its drawing. */
  readonly sources: readonly PictureSource[]
  readonly shapes: readonly Shape[]
  readonly turn: Turn
  readonly drawnAt: string | null
  /** Whether the server has a drawing on it. */
  readonly onServer: boolean
}

interface Place {
  readonly subSection: string
  readonly answer: string
}

/** Actions on the photos of an answer. */
export interface Drawing {
  readonly open: (photo: DrawablePhoto) => Promise<void>
  readonly remove: (photo: DrawablePhoto) => Promise<boolean>
  /** Rotates the photo 90° clockwise. Returns the reason if that fails. */
  readonly turn: (photo: DrawablePhoto) => Promise<RotationProblem | null>
  readonly shown: ReactNode
}

/** Drawing on the photos of an answer. Loads the editor on first use. */
export function useDrawing(draft: Draft, place: Place): Drawing {
  const [photo, setPhoto] = useState<DrawablePhoto | null>(null)
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null)
  /** Name of the photo that could not be opened because the editor's code was not available. */
  const [away, setAway] = useState<string | null>(null)

  async function open(wanted: DrawablePhoto): Promise<void> {
    try {
      const { DrawingEditor } = await loadEditor()
      setEditor(() => DrawingEditor)
      setPhoto(wanted)
    } catch {
      // The notice dialog reports the failure.
      setAway(wanted.name)
    }
  }

  function keep(of: DrawablePhoto, drawing: NewDrawing | null): Promise<boolean> {
    return drawing ? drawOnPhoto(draft, place, of, drawing) : undrawPhoto(draft, place, of)
  }

  async function show(of: DrawablePhoto, turn: Turn): Promise<RotationProblem | null> {
    // The caller reports the failure.
    const loaded = await loadRotation().catch(() => null)
    if (!loaded) return 'away'
    const made = await loaded.rotatePhoto(of.sources, turn)
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
    // Keeps the rotation.
    remove: async (drawn) => (await show(drawn, drawn.turn)) === null,
    turn: (of) => show(of, nextTurn(of.turn)),
    shown,
  }
}

/** Unsaved shapes belong to the rotation they were drawn on. */
function unsavedName({ id, turn }: DrawablePhoto): string {
  return turn === 0 ? `drawing:${id}` : `drawing:${id}:${turn}`
}

function nextTurn(turn: Turn): Turn {
  return turns[(turns.indexOf(turn) + 1) % turns.length] ?? 0
}

/** Call ahead, because rotating must work offline. */
export function loadRotation() {
  return import('./rotate-photo.ts')
}

/** Call ahead, because drawing must work offline. */
export function loadEditor() {
  return import('./drawing-editor.tsx')
}
