import { ActionIcon, Button, CloseButton } from '@mantine/core'
import { IconArrowsMove, IconMapPinOff, IconMapPinPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Plan } from '#survey/plan.ts'
import { type ShownPin, shownPins } from '#survey/plans.ts'
import { useDraft, useMayEdit, useSurvey } from '#web/features/survey-form/draft-context.ts'
import { formPath } from '#web/features/survey-form/form-params.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { planPath } from '#web/lib/survey/plan-path.ts'
import { markOf } from './pin-labels.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { PlanWindow } from './plan-window.tsx'
import classes from './plans.module.css'
import { PlansTop } from './plans-top.tsx'
import { usePanZoom } from './use-pan-zoom.ts'
import { type PinChange, usePins } from './use-pins.ts'
import { usePlanFile, usePlanPicture } from './use-plan-picture.ts'

const unknown = { width: 1_200, height: 900 }

/**
 * A plan with its pins. A tap places a pin, dragging moves it, and tapping it opens its sub-section; all of it works
 * by keyboard too.
 */
export function PlanView({ planId }: { planId: string }) {
  const plan = useSurvey((survey) => survey.plans.find(({ id }) => id === planId))
  return plan ? <Shown plan={plan} /> : null
}

function Shown({ plan }: { plan: Plan }) {
  const draft = useDraft()
  const survey = useSurvey((one) => one)
  const file = usePlanFile(plan.id)
  const { url, state, onBroken } = usePlanPicture(plan.id)
  const size = file?.width && file.height ? { width: file.width, height: file.height } : unknown
  const pan = usePanZoom(size, url !== null)
  const openPart = useOpenPart()
  const pins = usePins(plan, pan)
  const mayEdit = useMayEdit()
  const [marked, setMarked] = useState('')
  const shown = shownPins(survey, plan)
  const { placing } = pins
  return (
    <div className={classes.screen}>
      <PlansTop title={plan.name} back={{ to: planPath(draft.survey.id), text: t('plans.toPlans') }} />
      <main id="main" className={classes.columns}>
        <div className={classes.stage}>
          {url !== null ? (
            <PlanWindow
              name={plan.name}
              url={url}
              pan={pan}
              pins={shown}
              marked={marked}
              placing={placing}
              onBroken={onBroken}
              onTap={(place) => mayEdit && pins.tap(place)}
              onPin={openPart}
              onMoved={(dragged) => mayEdit && pins.drop(dragged)}
              onPlacingKey={pins.placingKey}
            />
          ) : (
            <p className={classes.noPicture} role="status">
              {state === 'absent' && t(file?.item ? 'plans.noPicture' : 'plans.cannotShow')}
            </p>
          )}
          {placing && <PlacingBar name={placing.name} onPut={pins.put} onLeave={pins.leave} />}
          {!placing && pins.done && <UndoBar done={pins.done} onUndo={pins.undo} onClose={pins.forget} />}
        </div>
        <section className={classes.side} aria-labelledby="pins-title">
          <h2 id="pins-title" className={classes.sideTitle}>
            {t('plans.pins')}
          </h2>
          {mayEdit && (
            <>
              <p className={classes.quiet}>{shown.length === 0 ? t('plans.noPins') : t('plans.planHint')}</p>
              <Button
                variant="light"
                my="sm"
                leftSection={<IconMapPinPlus size={18} aria-hidden />}
                onClick={() => pins.ask(null)}
              >
                {t('plans.addPin')}
              </Button>
            </>
          )}
          <PinList
            pins={shown}
            onOpen={openPart}
            onMark={setMarked}
            {...(mayEdit && { change: { onMove: pins.begin, onRemove: pins.remove } })}
          />
        </section>
      </main>
      {pins.asking && mayEdit && (
        <PlaceDialog plan={plan} onChosen={pins.choose} onNew={pins.addNew} onClose={pins.stopAsking} />
      )}
    </div>
  )
}

/** The last change to a pin, with Undo. */
function UndoBar({ done, onUndo, onClose }: { done: PinChange; onUndo: () => void; onClose: () => void }) {
  return (
    <div className={classes.bar} data-short>
      <p className={classes.barText} role="status">
        {done.text}
      </p>
      <Button variant="subtle" px="xs" onClick={onUndo}>
        {t('plans.undo')}
      </Button>
      <CloseButton aria-label={t('common.close')} onClick={onClose} />
    </div>
  )
}

/** Returns a function that opens a sub-section in the form. */
function useOpenPart(): (subSectionId: string) => void {
  const draft = useDraft()
  const navigate = useNavigate()
  return (subSectionId) => {
    const { survey } = draft
    const section = survey.sections.find(({ subSections }) =>
      subSections.some(({ id }) => id === subSectionId),
    )
    if (section) void navigate(formPath(survey.template.id, survey.id, section.id, subSectionId))
  }
}

/** Shown while a pin is being placed: its name, instructions, and the buttons to place or cancel. */
function PlacingBar({ name, onPut, onLeave }: { name: string; onPut: () => void; onLeave: () => void }) {
  return (
    <div className={classes.bar} role="status">
      <p className={classes.barText}>
        <strong>{t('plans.placing', { name })}</strong>
        <span className={classes.forFingers}>{t('plans.placingTap')}</span>
        <span className={classes.forKeys}>{t('plans.placingHint')}</span>
      </p>
      <Button variant="default" onClick={onLeave}>
        {t('common.cancel')}
      </Button>
      <Button onClick={onPut}>{t('plans.place')}</Button>
    </div>
  )
}

interface Props {
  readonly pins: readonly ShownPin[]
  readonly onOpen: (subSectionId: string) => void
  /** Absent = read-only. */
  readonly change?: {
    readonly onMove: (subSectionId: string) => void
    readonly onRemove: (subSectionId: string) => void
  }
  readonly onMark: (subSectionId: string) => void
}

/** The plan's pins with all actions, for keyboards, screen readers, and finding a pin. */
function PinList({ pins, onOpen, change, onMark }: Props) {
  return (
    <ol className={classes.pins} aria-label={t('plans.pins')}>
      {pins.map(({ number, name, within, subSection: { id } }) => (
        <li
          key={id}
          className={classes.pinRow}
          onPointerEnter={() => onMark(id)}
          onPointerLeave={() => onMark('')}
          onFocus={() => onMark(id)}
          onBlur={() => onMark('')}
        >
          <button type="button" className={classes.pinOpen} onClick={() => onOpen(id)}>
            <span className={classes.pinNumber} aria-hidden>
              {markOf({ number, name })}
            </span>
            <span className={classes.pinName}>
              <span>{name}</span>
              {within !== '' && <span className={classes.within}>{within}</span>}
            </span>
          </button>
          {change && (
            <>
              <ActionIcon
                color="gray"
                aria-label={t('plans.movePin', { name })}
                title={t('plans.movePin', { name })}
                onClick={() => change.onMove(id)}
              >
                <IconArrowsMove size={20} aria-hidden />
              </ActionIcon>
              <ActionIcon
                color="gray"
                aria-label={t('plans.removePin', { name })}
                title={t('plans.removePin', { name })}
                onClick={() => change.onRemove(id)}
              >
                <IconMapPinOff size={20} aria-hidden />
              </ActionIcon>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
