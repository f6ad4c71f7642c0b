import { ActionIcon } from '@mantine/core'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect } from 'react'
import type { ShownPin } from '#survey/plans.ts'
import { t } from '#web/lib/language/translate.ts'
import { isInside, type Spot } from '#web/lib/pan-zoom/pan-zoom.ts'
import { arrangeLabels, markOf } from './pin-labels.ts'
import classes from './plan-window.module.css'
import { type Dragged, useGestures } from './use-gestures.ts'
import type { PanZoom } from './use-pan-zoom.ts'

/** A pin being placed by keyboard or tap. */
export interface Placing {
  readonly subSectionId: string
  readonly name: string
  readonly place: Spot
}

interface Props {
  readonly name: string
  readonly url: string
  readonly pan: PanZoom
  readonly pins: readonly ShownPin[]
  /** The pin highlighted from the list. */
  readonly marked: string
  readonly placing: Placing | null
  readonly onBroken: () => void
  readonly onTap: (place: Spot) => void
  readonly onPin: (subSectionId: string) => void
  readonly onMoved: (dragged: Dragged) => void
  /** Handles keys that move, place or cancel the pin being placed. Returns true if the key was handled. */
  readonly onPlacingKey: (event: KeyboardEvent) => boolean
}

const placingPin = 'placing'

/** The plan with its pins, which can be panned and zoomed. */
export function PlanWindow(props: Props) {
  const { name, url, pan, pins, marked, placing, onBroken, onTap, onPin, onMoved, onPlacingKey } = props
  const placeOf = (pin: string) =>
    pin === placingPin ? (placing?.place ?? null) : (pins.find((one) => idOf(one) === pin)?.place ?? null)
  const { dragged, handlers } = useGestures(pan, {
    onTap: (place) => isInside(place) && onTap(place),
    onPin: (pin) => pin !== placingPin && onPin(pin),
    onMoved,
    placeOf,
  })
  useLabels(pan, [pins, dragged, placing])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (onPlacingKey(event) || moveByKey(pan, event)) event.preventDefault()
  }
  return (
    <div className={classes.window}>
      {/* biome-ignore lint/a11y/useSemanticElements: HTML has no element for a pannable view */}
      <section
        ref={pan.frame}
        className={classes.frame}
        aria-label={t('plans.planView', { name })}
        aria-describedby="plan-keys"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys pan the plan while it has focus
        tabIndex={0}
        data-placing={placing !== null}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <div ref={pan.layer} className={classes.layer}>
          <img src={url} alt={name} draggable={false} onError={onBroken} />
          {pins.map((pin) => (
            <Pin
              key={idOf(pin)}
              pin={pin}
              place={dragged?.pin === idOf(pin) ? dragged.place : pin.place}
              marked={marked === idOf(pin) || dragged?.pin === idOf(pin)}
              hidden={placing?.subSectionId === idOf(pin)}
              onPress={() => onPin(idOf(pin))}
            />
          ))}
          {placing && (
            <span
              className={classes.ghost}
              data-pin={placingPin}
              style={standing(dragged?.pin === placingPin ? dragged.place : placing.place)}
            />
          )}
        </div>
      </section>
      <span id="plan-keys" hidden>
        {t('plans.keysHint')}
      </span>
      <div className={classes.tools}>
        <Tool text={t('plans.zoomIn')} Icon={IconPlus} onPress={() => pan.zoom(1.5)} />
        <Tool text={t('plans.zoomOut')} Icon={IconMinus} onPress={() => pan.zoom(1 / 1.5)} />
        <Tool text={t('plans.fit')} Icon={IconMaximize} onPress={pan.fit} />
      </div>
    </div>
  )
}

/** Rearranges the labels when the zoom changes the layer's size, or when pins change. */
function useLabels({ layer }: PanZoom, drawn: readonly unknown[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on everything that moves or names a pin
  useLayoutEffect(() => arrangeLabels(layer.current), drawn)
  useEffect(() => {
    const watch = new ResizeObserver(() => arrangeLabels(layer.current))
    if (layer.current) watch.observe(layer.current)
    return () => watch.disconnect()
  }, [layer])
}

function idOf({ subSection }: ShownPin): string {
  return subSection.id
}

function standing({ x, y }: Spot): CSSProperties {
  return { left: `${x * 100}%`, top: `${y * 100}%` }
}

interface PinProps {
  readonly pin: ShownPin
  readonly place: Spot
  readonly marked: boolean
  readonly hidden: boolean
  readonly onPress: () => void
}

/** A pin for pointers and screen readers. Keyboard users have the list beside the plan. */
function Pin({ pin, place, marked, hidden, onPress }: PinProps) {
  const { name, subSection } = pin
  const mark = markOf(pin)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.pin}
      style={standing(place)}
      hidden={hidden}
      data-pin={subSection.id}
      data-marked={marked}
      // Pointer presses are handled by the window; detail 0 means a screen reader.
      onClick={(event) => event.detail === 0 && onPress()}
    >
      <span className={classes.dot} data-mark>
        {mark}
      </span>{' '}
      {mark !== name && (
        <span className={classes.label} data-label>
          {name}
        </span>
      )}
    </button>
  )
}

function Tool({ text, Icon, onPress }: { text: string; Icon: typeof IconPlus; onPress: () => void }) {
  return (
    <ActionIcon variant="default" aria-label={text} title={text} onClick={onPress}>
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
}

const stride = 60
const moves: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: stride, y: 0 },
  ArrowRight: { x: -stride, y: 0 },
  ArrowUp: { x: 0, y: stride },
  ArrowDown: { x: 0, y: -stride },
}

function moveByKey(pan: PanZoom, { key }: KeyboardEvent): boolean {
  const by = moves[key]
  if (by) pan.pan(by)
  else if (key === '+' || key === '=') pan.zoom(1.25)
  else if (key === '-') pan.zoom(0.8)
  else if (key === '0') pan.fit()
  else return false
  return true
}
