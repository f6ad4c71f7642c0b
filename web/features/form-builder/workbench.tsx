import { Button, CloseButton } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Place } from '#survey/builder/form-place.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { type Builder, useBuilder, useBuilderValue } from './builder.ts'
import { Outline } from './outline.tsx'
import { moveBy, nameId } from './places.ts'
import { Properties } from './properties.tsx'
import { SectionPane } from './section-pane.tsx'
import { TopBar } from './top-bar.tsx'
import { FaultsContext, faultsIn } from './use-faults.ts'
import classes from './workbench.module.css'

export type Step = 'outline' | 'section' | 'properties'

/** Three panes side by side, or one at a time on narrow screens, where Back leads to the previous one. */
export function Workbench() {
  const builder = useBuilder()
  const focus = useBuilderValue((state) => state.focus)
  const notice = useBuilderValue((state) => state.notice)
  const isRejected = useBuilderValue((state) => state.isRejected)
  const announced = useBuilderValue((state) => state.announced)
  const at = useBuilderValue(({ history }) => history.now.at)
  const wide = useMediaQuery('(width >= 68em)', undefined, { getInitialValueInEffect: false })
  const [step, setStep] = useState<Step>('outline')
  const isForm = at.section < 0
  useShortcutsFromNowhere(builder)
  useLayer(!wide && step !== 'outline', () => setStep('outline'))
  useLayer(!wide && step === 'properties' && !isForm, () => setStep('section'))
  useEffect(() => {
    if (focus === 0) return
    setStep((now) => (now === 'outline' ? 'section' : now))
    document.getElementById(nameId(builder.at))?.focus()
  }, [builder, focus])
  const [toSection, toProperties] = useMemo(() => {
    const open = (to: Step) => (place: Place) => {
      builder.look(place)
      setStep(to)
    }
    return [open('section'), open('properties')]
  }, [builder])
  const shows = (one: Step) => wide || step === one
  return (
    <FaultsProvider>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only handles shortcuts of its content */}
      <div className={classes.builder} onKeyDown={(event) => onShortcut(event, builder)}>
        <TopBar onGo={toProperties} />
        <main id="main" className={classes.panes}>
          {shows('outline') && <Outline onSection={toSection} onForm={toProperties} />}
          {shows('section') && (
            <SectionPane
              index={Math.max(0, at.section)}
              onProperties={toProperties}
              {...(wide ? {} : { onBack: () => setStep('outline') })}
            />
          )}
          {shows('properties') && (
            <Properties {...(wide ? {} : { onBack: () => setStep(isForm ? 'outline' : 'section') })} />
          )}
        </main>
        <div className={classes.heard} role="status">
          {announced}
        </div>
        <div role="status">
          {notice !== '' && (
            <div className={classes.notice}>
              <span>{notice}</span>
              {!isRejected && (
                <Button size="compact-md" variant="white" mih={44} onClick={() => builder.undo()}>
                  {t('builder.undo')}
                </Button>
              )}
              <CloseButton
                variant="transparent"
                c="inherit"
                aria-label={t('common.close')}
                onClick={() => builder.dismiss()}
              />
            </div>
          )}
        </div>
      </div>
    </FaultsProvider>
  )
}

/** Handles shortcuts while nothing has the focus: after a click on empty space, or just after a drop. */
function useShortcutsFromNowhere(builder: Builder): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.target === document.body && !document.querySelector('[aria-modal="true"]'))
        onShortcut(event, builder)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [builder])
}

type Pressed = Pick<
  globalThis.KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target' | 'preventDefault'
>

function onShortcut(event: Pressed, builder: Builder): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  const inside = (where: string) => event.target instanceof Element && event.target.closest(where) !== null
  // Dialogs and uncommitted inputs have their own undo.
  if (inside('[role="dialog"], [data-not-taken]')) return
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'z') {
    event.preventDefault()
    if (shiftKey) builder.redo()
    else builder.undo()
  }
  const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null
  // In the properties, Alt+arrow opens a select.
  if (altKey && by !== null && builder.at.section >= 0 && !inside('[data-properties]')) {
    event.preventDefault()
    moveBy(builder, builder.at, by)
  }
}

/** Checks for faults after typing pauses: a large template takes too long for every keystroke. */
function FaultsProvider({ children }: { children: ReactNode }) {
  const form = useBuilderValue(({ history }) => history.now.form)
  const [still] = useDebouncedValue(form, limits.searchDebounce)
  const [found, setFound] = useState(() => ({ of: form, faults: faultsIn(form) }))
  useEffect(() => {
    setFound((known) => {
      if (known.of === still) return known
      const faults = faultsIn(still)
      // Keep the old object if the faults are equal, so consumers don't render.
      const same = JSON.stringify(faults.all) === JSON.stringify(known.faults.all)
      return { of: still, faults: same ? known.faults : faults }
    })
  }, [still])
  return <FaultsContext value={found.faults}>{children}</FaultsContext>
}
