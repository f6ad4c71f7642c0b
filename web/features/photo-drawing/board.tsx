import { ActionIcon, Alert, Button, Modal } from '@mantine/core'
import { IconMaximize, IconPlus, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { type Shape, Shapes, type Turn } from '#contract/media/drawing.ts'
import { t } from '#web/lib/language/translate.ts'
import { readUnsaved, storeUnsaved, type UnsavedPlace } from '#web/lib/page/unsaved.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { type Frame, fitView, placeAt, type View, zoomAt } from '#web/lib/pan-zoom/pan-zoom.ts'
import type { NewDrawing } from '#web/offline/record/record-drawing.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import classes from './editor.module.css'
import { editorReducer, isFull, savedShapes, startEditing } from './editor-state.ts'
import type { Size } from './geometry.ts'
import { shapeAround } from './new-shape.ts'
import { measureWith } from './paint.ts'
import type { Photo } from './photo.ts'
import { renderMarked } from './render.ts'
import { shapeName } from './shape-name.ts'
import { Stage } from './stage.tsx'
import { TextEntry } from './text-entry.tsx'
import { fitTextBox } from './text-layout.ts'
import { ToolBar } from './tool-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useStage } from './use-stage.ts'

/** Milliseconds. A drag changes a shape with every pointer move. */
const writeDelay = 150

interface Props {
  readonly photo: Photo
  readonly title: string
  readonly shapes: readonly Shape[]
  readonly turn: Turn
  readonly unsaved: UnsavedPlace
  readonly onClose: () => void
  readonly onSave: (drawing: NewDrawing | null) => Promise<boolean>
}

/** The editor's screen: bars above and below the photo. */
export function Board({ photo, title, shapes: given, turn, unsaved, onClose, onSave }: Props) {
  const [state, dispatch] = useReducer(editorReducer, given, (shapes) =>
    startEditing(shapes, readUnsavedShapes(unsaved)),
  )
  const { standing, measured, setView } = useStage(photo)
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState(false)
  const [status, setStatus] = useState('')
  const fitText = useFitText(photo)
  const shapes = savedShapes(state)
  const isDirty = JSON.stringify(shapes) !== JSON.stringify(given)
  useStoreShapes(unsaved, isDirty ? shapes : null)

  function close(): void {
    storeUnsaved(unsaved, null)
    onClose()
  }

  async function save(): Promise<void> {
    if (!isDirty) return close()
    setSaving(true)
    const drawing =
      shapes.length === 0 && turn === 0
        ? null
        : await renderMarked(photo, shapes).then((made) => ({ shapes, turn, ...made }))
    if (await onSave(drawing)) close()
    else setFailed(true)
    setSaving(false)
  }

  function trySave(): void {
    setFailed(false)
    // On failure the board stays open with a message, so the user can retry.
    save().catch(() => {
      setSaving(false)
      setFailed(true)
    })
  }

  function leave(): void {
    if (isDirty) setAsking(true)
    else close()
  }

  useLayer(true, leave)

  function addInMiddle(): void {
    if (!standing || state.tool === 'select') return
    const { size, view } = standing
    const at = placeAt(view, { x: size.width / 2, y: size.height / 2 }, photo)
    const shape = fitText(shapeAround(state.tool, at, state))
    dispatch({ kind: 'add', shape })
    setStatus(t('drawing.added', { shape: shapeName(shape, shapes.length) }))
  }

  function press(event: KeyboardEvent): void {
    const undoes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
    if (undoes && !(event.target instanceof HTMLInputElement && event.target.type === 'text')) {
      event.preventDefault()
      dispatch({ kind: event.shiftKey ? 'redo' : 'undo' })
    }
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (state.selected !== null) dispatch({ kind: 'select', index: null })
    else leave()
  }

  const full = isFull(state)
  return (
    <>
      <Modal.Root opened fullScreen onClose={leave} closeOnEscape={false} transitionProps={{ duration: 0 }}>
        <Modal.Content>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <Modal.Body className={classes.body ?? ''} onKeyDown={press}>
            <TopBar state={state} dispatch={dispatch} saving={saving} onCancel={leave} onSave={trySave} />
            {failed && (
              <Alert color="red" role="alert" className={classes.problem ?? ''}>
                {t('drawing.notKept')}
              </Alert>
            )}
            <div className={classes.stage} ref={measured}>
              {standing && (
                <>
                  <Stage
                    photo={photo}
                    state={state}
                    dispatch={dispatch}
                    view={standing.view}
                    setView={setView}
                    size={standing.size}
                    fitText={fitText}
                  />
                  <ZoomBar stage={standing.size} picture={photo} setView={setView} />
                </>
              )}
              {state.tool !== 'select' && !full && (
                <Button className={classes.add ?? ''} variant="default" h={44} px="sm" onClick={addInMiddle}>
                  <IconPlus size={18} aria-hidden />
                  <span className={classes.addLabel}>{t('drawing.addInMiddle')}</span>
                </Button>
              )}
            </div>
            {full && (
              <Alert color="yellow" role="alert" className={classes.problem ?? ''}>
                {t('drawing.full', { most: limits.shapesMax })}
              </Alert>
            )}
            <TextEntry state={state} dispatch={dispatch} fitText={fitText} />
            <ToolBar state={state} dispatch={dispatch} fitText={fitText} />
            <div role="status" className={classes.title}>
              {status}
            </div>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={close}
        title={t('drawing.discardTitle')}
        text={t('drawing.discardText')}
        confirm={t('drawing.discard')}
        cancel={t('drawing.keepDrawing')}
        danger
      />
    </>
  )
}

/** Fits a text's box to its lines; other shapes stay unchanged. */
function useFitText(photo: Photo): (shape: Shape) => Shape {
  const measure = useMemo(() => {
    const context = document.createElement('canvas').getContext('2d')
    return context ? measureWith(context) : (text: string, height: number) => text.length * height * 0.6
  }, [])
  return useCallback(
    (shape) => (shape.kind === 'text' ? fitTextBox(shape, photo, measure) : shape),
    [photo, measure],
  )
}

interface ZoomBarProps {
  readonly stage: Frame
  readonly picture: Size
  readonly setView: (change: (view: View) => View) => void
}

/** Zoom buttons, for use without a pinch gesture. */
function ZoomBar({ stage, picture, setView }: ZoomBarProps) {
  const middle = { x: stage.width / 2, y: stage.height / 2 }
  const by = (factor: number) => setView((view) => zoomAt(view, factor, middle, picture, stage))
  const buttons = [
    { label: t('drawing.zoomOut'), icon: IconZoomOut, act: () => by(1 / 1.5) },
    {
      label: t('drawing.zoomFit'),
      icon: IconMaximize,
      act: () => setView(() => fitView(picture, stage)),
    },
    { label: t('drawing.zoomIn'), icon: IconZoomIn, act: () => by(1.5) },
  ]
  return (
    <div className={classes.zoom}>
      {buttons.map(({ label, icon: Icon, act }) => (
        <ActionIcon key={label} size={44} variant="default" aria-label={label} title={label} onClick={act}>
          <Icon size={22} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  )
}

/** The unsaved shapes of an earlier session, or null if there are none or they are unreadable. */
function readUnsavedShapes(place: UnsavedPlace): readonly Shape[] | null {
  const kept = parsed(readUnsaved(place))
  // An empty drawing is unsaved work too, but the schema requires at least one shape.
  if (Array.isArray(kept) && kept.length === 0) return []
  return z.safeParse(Shapes, kept).data ?? null
}

/** Stores the shapes in local storage when the pointer rests, and on page hide. */
function useStoreShapes(place: UnsavedPlace, shapes: readonly Shape[] | null): void {
  const text = shapes && JSON.stringify(shapes)
  const { account, of } = place
  useEffect(() => {
    const keep = () => storeUnsaved({ account, of }, text)
    const timer = setTimeout(keep, writeDelay)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [account, of, text])
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // Invalid JSON: start without unsaved shapes.
    return null
  }
}
