import {
  AutoScroller,
  Cursor,
  DragDropManager,
  Draggable,
  Droppable,
  Feedback,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
} from '@dnd-kit/dom'
import type { Place } from '#survey/builder/form-place.ts'
import type { Builder } from './builder.ts'
import { type Drag, dropOn } from './places.ts'

/**
 * Drag and drop for the outline, by mouse or long press. Alt+arrows do the same from the keyboard, with the
 * same announcement. Loaded lazily after the outline.
 */
export function outlineDrag(builder: Builder): Drag & { readonly close: () => void } {
  const manager = new DragDropManager({
    plugins: [
      AutoScroller,
      Cursor,
      PreventSelection,
      Feedback.configure({ feedback: 'clone', dropAnimation: null }),
    ],
    sensors: [PointerSensor.configure({ activationConstraints: begins })],
  })
  const marked = new Set<Element>()
  const clear = () => {
    for (const element of marked) element.removeAttribute('data-drop')
    marked.clear()
  }
  manager.monitor.addEventListener('dragover', ({ operation: { source, target } }) => {
    clear()
    const [from, on] = [placeOf(source), placeOf(target)]
    if (!from || !on || !(target instanceof Droppable) || !target.element) return
    target.element.setAttribute('data-drop', sideOf(from, on))
    marked.add(target.element)
  })
  manager.monitor.addEventListener('dragend', ({ operation: { source, target }, canceled }) => {
    clear()
    const [from, on] = [placeOf(source), placeOf(target)]
    if (canceled || !from || !on) return
    dropOn(builder, from, on)
    requestAnimationFrame(focusMoved)
  })
  return {
    register: (element, place) => {
      const id = `${place.section} ${place.field}`
      const data = { place }
      const drag = new Draggable({ id, element, data }, manager)
      const drop = new Droppable({ id, element, data }, manager)
      return () => {
        drag.destroy()
        drop.destroy()
      }
    },
    close: () => {
      clear()
      manager.destroy()
    },
  }
}

/** Touch starts dragging after a hold, so swipes scroll; a mouse starts after moving. */
function begins({ pointerType }: PointerEvent) {
  return pointerType === 'mouse'
    ? [new PointerActivationConstraints.Distance({ value: 5 })]
    : [new PointerActivationConstraints.Delay({ value: 250, tolerance: 5 })]
}

/** Focuses the moved row for undo and Alt+arrows. */
function focusMoved(): void {
  const row = document.querySelector('[data-movable][aria-current]')
  if (row instanceof HTMLElement) row.focus({ preventScroll: true })
}

interface OfPlace {
  readonly data: { readonly place?: Place }
}

function placeOf(one: OfPlace | null): Place | null {
  return one?.data.place ?? null
}

/** Where the drop line appears. Rows go before or after the target; fields go into another section's end. */
function sideOf(from: Place, on: Place): 'before' | 'after' | 'into' {
  if (from.field === null) return on.section > from.section ? 'after' : 'before'
  if (on.field === null) return on.section === from.section ? 'after' : 'into'
  return on.section === from.section && on.field > from.field ? 'after' : 'before'
}
